// What somebody types who plays by keyboard: a kimariji in kana or Latin letters, or the code of a place.

const ROWS = {
  "": "あいうえお",
  k: "かきくけこ", g: "がぎぐげご",
  s: "さしすせそ", z: "ざじずぜぞ",
  t: "たちつてと", d: "だぢづでど",
  n: "なにぬねの",
  h: "はひふへほ", b: "ばびぶべぼ",
  m: "まみむめも",
  r: "らりるれろ",
};
const VOWELS = "aiueo";
const KANA = new Map([
  ["shi", "し"], ["chi", "ち"], ["tsu", "つ"], ["fu", "ふ"], ["ji", "じ"],
  ["ya", "や"], ["yu", "ゆ"], ["yo", "よ"], ["wa", "わ"], ["wo", "を"], ["wi", "ゐ"], ["we", "ゑ"],
]);
for (const [consonant, row] of Object.entries(ROWS)) {
  [...row].forEach((kana, place) => KANA.set(consonant + VOWELS[place], kana));
}
const GLIDES = { kya: "きゃ", kyu: "きゅ", kyo: "きょ", sha: "しゃ", shu: "しゅ", sho: "しょ", cha: "ちゃ", chu: "ちゅ", cho: "ちょ" };
for (const [letters, kana] of Object.entries(GLIDES)) KANA.set(letters, kana);

/** Kana of Latin letters, as far as they make some; what is not a kana yet stays. “uk” → “うk” */
export function kana(text) {
  let rest = text.normalize("NFKC").toLowerCase();
  let made = "";
  while (rest) {
    const katakana = rest.codePointAt(0);
    if (katakana >= 0x30a1 && katakana <= 0x30f6) {
      made += String.fromCodePoint(katakana - 0x60);
      rest = rest.slice(1);
      continue;
    }
    const length = [3, 2, 1].find((size) => KANA.has(rest.slice(0, size)));
    if (length) {
      made += KANA.get(rest.slice(0, length));
      rest = rest.slice(length);
    } else {
      made += rest[0];
      rest = rest.slice(1);
    }
  }
  return made;
}

/**
 * The card that is meant: the one whose whole kimariji was typed; with `isWhole` (Enter) the only one that begins so.
 * null if none does, undefined while it may go on. `cards`: [{ card, kimariji, begins }, …] of those on the mat.
 */
export function meant(text, cards, isWhole = false) {
  const said = kana(text);
  const letters = /[a-z]+$/.exec(said)?.[0] ?? "";
  const sounds = letters ? said.slice(0, -letters.length) : said;
  const whole = cards.find(({ kimariji }) => kimariji === sounds);
  if (whole && !letters) return whole.card;
  const begun = cards.filter(({ begins }) => begins.startsWith(sounds));
  if (isWhole) return begun.length === 1 && sounds ? begun[0].card : null;
  return undefined;
}
