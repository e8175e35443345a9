import Hummingbird
import NIOCore

/// A file of the site, built into the program.
struct SiteFile: Sendable {
    let bytes: ByteBuffer
    let type: String
    let etag: String

    private init(_ bytes: [UInt8], _ type: String) {
        self.bytes = ByteBuffer(bytes: bytes)
        self.type = type
        etag = ContentHash.etag(of: bytes)
    }

    /// Every file by its name.
    static let all: [String: SiteFile] = [
        "index.html": SiteFile(PackageResources.index_html, "text/html; charset=utf-8"),
        "operate.html": SiteFile(PackageResources.operate_html, "text/html; charset=utf-8"),
        "account.css": SiteFile(PackageResources.account_css, "text/css; charset=utf-8"),
        "account.html": SiteFile(PackageResources.account_html, "text/html; charset=utf-8"),
        "reset-password.html": SiteFile(PackageResources.reset_password_html, "text/html; charset=utf-8"),
        "privacy.html": SiteFile(PackageResources.privacy_html, "text/html; charset=utf-8"),
        "privacy.css": SiteFile(PackageResources.privacy_css, "text/css; charset=utf-8"),
        "sign-in.html": SiteFile(PackageResources.sign_in_html, "text/html; charset=utf-8"),
        "sign-up.html": SiteFile(PackageResources.sign_up_html, "text/html; charset=utf-8"),
        "verify.html": SiteFile(PackageResources.verify_html, "text/html; charset=utf-8"),
        "docs.html": SiteFile(PackageResources.docs_html, "text/html; charset=utf-8"),
        "docs.css": SiteFile(PackageResources.docs_css, "text/css; charset=utf-8"),
        "operate.css": SiteFile(PackageResources.operate_css, "text/css; charset=utf-8"),
        "style.css": SiteFile(PackageResources.style_css, "text/css; charset=utf-8"),
        "link.css": SiteFile(PackageResources.link_css, "text/css; charset=utf-8"),
        "map.css": SiteFile(PackageResources.map_css, "text/css; charset=utf-8"),
        "icon.svg": SiteFile(PackageResources.icon_svg, "image/svg+xml"),
    ].merging(
        scripts.mapValues { SiteFile($0, "text/javascript; charset=utf-8") }, uniquingKeysWith: { $1 }
    ).merging(
        messages.mapValues { SiteFile($0, "application/json; charset=utf-8") }, uniquingKeysWith: { $1 })

    private static let scripts: [String: [UInt8]] = [
        "account-api.js": PackageResources.account_api_js,
        "account-consents.js": PackageResources.account_consents_js,
        "account-devices.js": PackageResources.account_devices_js,
        "account-persons.js": PackageResources.account_persons_js,
        "account-profile.js": PackageResources.account_profile_js,
        "account-tokens.js": PackageResources.account_tokens_js,
        "account-ways.js": PackageResources.account_ways_js,
        "account-words.js": PackageResources.account_words_js,
        "account.js": PackageResources.account_js,
        "air-quality.js": PackageResources.air_quality_js,
        "air.js": PackageResources.air_js,
        "api.js": PackageResources.api_js,
        "app.js": PackageResources.app_js,
        "background.js": PackageResources.background_js,
        "calendar.js": PackageResources.calendar_js,
        "catalogue.js": PackageResources.catalogue_js,
        "chart.js": PackageResources.chart_js,
        "consents.js": PackageResources.consents_js,
        "coverage.js": PackageResources.coverage_js,
        "dates.js": PackageResources.dates_js,
        "docs-schema.js": PackageResources.docs_schema_js,
        "docs.js": PackageResources.docs_js,
        "dom.js": PackageResources.dom_js,
        "doubts.js": PackageResources.doubts_js,
        "form.js": PackageResources.form_js,
        "graticule.js": PackageResources.graticule_js,
        "keys.js": PackageResources.keys_js,
        "language.js": PackageResources.language_js,
        "legend.js": PackageResources.legend_js,
        "list.js": PackageResources.list_js,
        "map.js": PackageResources.map_js,
        "operate.js": PackageResources.operate_js,
        "operator-api.js": PackageResources.operator_api_js,
        "picker.js": PackageResources.picker_js,
        "privacy.js": PackageResources.privacy_js,
        "providers.js": PackageResources.providers_js,
        "question.js": PackageResources.question_js,
        "refusal.js": PackageResources.refusal_js,
        "regions.js": PackageResources.regions_js,
        "report.js": PackageResources.report_js,
        "reset-password.js": PackageResources.reset_password_js,
        "revisions.js": PackageResources.revisions_js,
        "season-chart.js": PackageResources.season_chart_js,
        "season.js": PackageResources.season_js,
        "sheet.js": PackageResources.sheet_js,
        "sign-in.js": PackageResources.sign_in_js,
        "sign-up.js": PackageResources.sign_up_js,
        "state.js": PackageResources.state_js,
        "station.js": PackageResources.station_js,
        "table.js": PackageResources.table_js,
        "times.js": PackageResources.times_js,
        "upload.js": PackageResources.upload_js,
        "uploads.js": PackageResources.uploads_js,
        "verify.js": PackageResources.verify_js,
        "words.js": PackageResources.words_js,
    ]

    /// The words of the pages, by language.
    private static let messages: [String: [UInt8]] = [
        "messages/de.json": PackageResources.de_json,
        "messages/en.json": PackageResources.en_json,
        "messages/es.json": PackageResources.es_json,
        "messages/fr.json": PackageResources.fr_json,
        "messages/it.json": PackageResources.it_json,
    ]
}
