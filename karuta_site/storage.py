"""Static files under names with their content's hash, compressed; the imports inside ES modules are renamed too."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):
    support_js_module_import_aggregation = True

    def url_converter(self, name, hashed_files, template=None):  # type: ignore[no-untyped-def]
        """Leave django_htmx's bundled files alone: they import by names that are not files."""
        if name.startswith("django_htmx/"):
            return lambda match: match.group(0)
        return super().url_converter(name, hashed_files, template)
