import Basemap
import Geography
import Web

/// The basemap, as the routes see it.
struct BasemapPort: Web.BasemapSource {
    private let tiles: BasemapTiles?
    let background: Background?

    /// Reads the converted data; without them, or when they are damaged, there is no basemap.
    init(_ configuration: ServerConfiguration) {
        // The layers need no ground, and whoever converts the data says what is wrong with them.
        let data = try? BasemapInstallation(folder: configuration.basemapFolder).data()
        tiles = data.map { BasemapTiles(data: $0) }
        if let address = configuration.basemapURL {
            background = Background(
                light: address.template, dark: address.template, maxzoom: 19,
                attribution: configuration.basemapAttribution, retina: false)
        } else if let tiles {
            background = Background(
                light: "/tiles/\(Tone.light.rawValue)/{z}/{x}/{y}.png",
                dark: "/tiles/\(Tone.dark.rawValue)/{z}/{x}/{y}.png",
                maxzoom: BasemapRenderer.zooms.upperBound, attribution: tiles.attribution,
                retina: true)
        } else {
            background = nil
        }
    }

    var isInstalled: Bool { tiles != nil }
    var attribution: String { tiles?.attribution ?? "" }
    var zooms: ClosedRange<Int> { BasemapRenderer.zooms }

    func etag(_ tile: TileAddress, scale: Int, tone: Tone) -> String {
        "\"\(tiles?.tag(tile, scale: scale, style: BasemapStyle(tone)) ?? "none")\""
    }

    func png(_ tile: TileAddress, scale: Int, tone: Tone) async throws -> [UInt8]? {
        try await tiles?.png(tile, scale: scale, style: BasemapStyle(tone))
    }
}

extension BasemapStyle {
    fileprivate init(_ tone: Tone) {
        switch tone {
        case .light: self = .light
        case .dark: self = .dark
        }
    }
}

/// The address of another basemap: a template with {z}, {x} and {y}.
package struct BasemapAddress: Hashable, Sendable {
    package let template: String

    /// Creates an address, or returns `nil` unless it is one of http or https with all three place holders.
    package init?(_ text: String) {
        guard text.hasPrefix("https://") || text.hasPrefix("http://"),
            ["{z}", "{x}", "{y}"].allSatisfy(text.contains)
        else { return nil }
        template = text
    }
}
