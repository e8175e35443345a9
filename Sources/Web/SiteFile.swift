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
        "operate.css": SiteFile(PackageResources.operate_css, "text/css; charset=utf-8"),
        "style.css": SiteFile(PackageResources.style_css, "text/css; charset=utf-8"),
        "map.css": SiteFile(PackageResources.map_css, "text/css; charset=utf-8"),
        "icon.svg": SiteFile(PackageResources.icon_svg, "image/svg+xml"),
    ].merging(
        scripts.mapValues { SiteFile($0, "text/javascript; charset=utf-8") }, uniquingKeysWith: { $1 }
    ).merging(
        messages.mapValues { SiteFile($0, "application/json; charset=utf-8") }, uniquingKeysWith: { $1 })

    private static let scripts: [String: [UInt8]] = [
        "air-quality.js": PackageResources.air_quality_js,
        "air.js": PackageResources.air_js,
        "api.js": PackageResources.api_js,
        "app.js": PackageResources.app_js,
        "background.js": PackageResources.background_js,
        "calendar.js": PackageResources.calendar_js,
        "catalogue.js": PackageResources.catalogue_js,
        "chart.js": PackageResources.chart_js,
        "coverage.js": PackageResources.coverage_js,
        "dates.js": PackageResources.dates_js,
        "dom.js": PackageResources.dom_js,
        "doubts.js": PackageResources.doubts_js,
        "graticule.js": PackageResources.graticule_js,
        "keys.js": PackageResources.keys_js,
        "language.js": PackageResources.language_js,
        "legend.js": PackageResources.legend_js,
        "list.js": PackageResources.list_js,
        "map.js": PackageResources.map_js,
        "operate.js": PackageResources.operate_js,
        "operator-api.js": PackageResources.operator_api_js,
        "picker.js": PackageResources.picker_js,
        "question.js": PackageResources.question_js,
        "regions.js": PackageResources.regions_js,
        "report.js": PackageResources.report_js,
        "revisions.js": PackageResources.revisions_js,
        "season-chart.js": PackageResources.season_chart_js,
        "season.js": PackageResources.season_js,
        "sheet.js": PackageResources.sheet_js,
        "state.js": PackageResources.state_js,
        "station.js": PackageResources.station_js,
        "table.js": PackageResources.table_js,
        "times.js": PackageResources.times_js,
        "upload.js": PackageResources.upload_js,
        "uploads.js": PackageResources.uploads_js,
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
