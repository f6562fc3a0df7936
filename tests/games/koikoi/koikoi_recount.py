"""Another count of a pile, by the words of the cards and straight from the rules: the check on the real one."""

RED = {"1.ribbon.1", "2.ribbon.1", "3.ribbon.1"}
BLUE = {"6.ribbon.1", "9.ribbon.1", "10.ribbon.1"}
DRY_BRIGHTS = {"1.bright.1", "3.bright.1", "8.bright.1", "12.bright.1"}
RAIN_MAN, LIGHTNING, CUP = "11.bright.1", "11.chaff.1", "9.animal.1"
THREE = {"6.animal.1", "7.animal.1", "10.animal.1"}
CUP_AS_CHAFF = {"animal": 0, "animal_and_chaff": 1, "animal_and_two_chaff": 2}


def recount(words, o, month=0, has_called=False):
    """{yaku: points} of a set of card words under the options `o`."""
    got = brights(words, o) | animals(words, o) | ribbons(words, o) | others(words, o, month)
    if o.viewing == "none" or (o.viewing == "limited" and not got):
        return got
    return got | viewings(words, o, month, has_called)


def brights(words, o):
    dry, wet = len(words & DRY_BRIGHTS), RAIN_MAN in words
    best = []
    if dry == 4 and wet:
        best.append((o.gokou, 4, "gokou"))
    if dry == 4:
        best.append((o.shikou, 3, "shikou"))
    if dry + wet >= 4:
        best.append((o.ameshikou, 2, "ameshikou"))
    if dry >= 3 or (o.sankou_rain and dry == 2 and wet):
        best.append((o.sankou, 1, "sankou"))
    points, _, key = max(best, default=(0, 0, ""))
    return {key: points} if points else {}


def animals(words, o):
    got = {}
    count = sum(".animal." in word for word in words)
    if o.inoshikacho and words >= THREE:
        got["inoshikacho"] = o.inoshikacho + (count - 3 if "extend" in o.tane_with_inoshikacho else 0)
    if o.tane and count >= 5 and (not got or "stack" in o.tane_with_inoshikacho):
        got["tane"] = o.tane + count - 5
    return got


def ribbons(words, o):
    count = sum(".ribbon." in word for word in words)
    got = {}
    if o.akatan and words >= RED:
        got["akatan"] = o.akatan
    if o.aotan and words >= BLUE:
        got["aotan"] = o.aotan
    if o.akatan_aotan and o.both_colours != "apart" and words >= RED | BLUE:
        got = {"akatan-aotan": o.akatan_aotan} | (got if o.both_colours == "on_top" else {})
    if got and "extend" in o.tan_with_colour:
        first = next(iter(got))
        got[first] += count - (6 if len(got) > 1 or first == "akatan-aotan" else 3)
    if o.tan and count >= 5 and (not got or "stack" in o.tan_with_colour):
        got["tan"] = o.tan + count - 5
    return got


def others(words, o, month):
    got = {}
    chaff = sum(".chaff." in word for word in words) + (CUP_AS_CHAFF[o.sake] if CUP in words else 0)
    if o.kasu and chaff >= 10:
        got["kasu"] = o.kasu + chaff - 10
    whole = [number for number in range(1, 13) if sum(word.split(".")[0] == str(number) for word in words) == 4]
    if o.tsukifuda_month == "current":
        whole = [number for number in whole if number == month]
    if o.tsukifuda and whole:
        got["tsukifuda"] = o.tsukifuda * len(whole)
    if o.teppou and {"3.bright.1", "8.bright.1", CUP} <= words:
        got["teppou"] = o.teppou
    return got


def viewings(words, o, month, has_called):
    got = {}
    for key, bright, season in (("hanami", "3.bright.1", 3), ("tsukimi", "8.bright.1", 8)):
        points = getattr(o, key)
        if not points or not {bright, CUP} <= words or is_rained_out(words, o, key):
            continue
        if o.viewing == "caller" and has_called:
            points *= 3
        if o.viewing == "season" and month == season:
            points *= 2
        got[key] = points
    return got


def is_rained_out(words, o, key):
    if o.rain == "willow":
        return any(word.startswith("11.") for word in words)
    wet = RAIN_MAN in words or LIGHTNING in words
    return wet and (o.rain == "both" or (o.rain == "hanami" and key == "hanami"))
