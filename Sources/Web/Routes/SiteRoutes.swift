import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The map page, the pages of operators, of accounts and of the API's definition, and the files that they load.
struct SiteRoutes: Sendable {
    /// The folder of Leaflet, which the system's package installs.
    let leaflet: URL
    private let site: [String: SiteFile]

    private let policy: String

    /// - Parameters:
    ///   - leaflet: The folder of Leaflet.
    ///   - policy: What browsers let the pages load.
    init(leaflet: URL, policy: String) {
        self.policy = policy
        self.leaflet = leaflet
        site = SiteFile.all
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/", .everyone) { request, _ in try await self.file("index.html", request) },
            Endpoint(.get, "/operate", .everyone) { request, _ in
                try await self.file("operate.html", request)
            },
            page("/sign-in", "sign-in.html"), page("/sign-up", "sign-up.html"),
            page("/reset-password", "reset-password.html"), page("/verify", "verify.html"),
            page("/account", "account.html"), page("/privacy", "privacy.html"),
            Endpoint(.get, "/docs/api", .everyone) { request, _ in try await self.file("docs.html", request)
            },
            Endpoint(.get, "/assets/{file}", .everyone) { request, context in
                try await self.file(context.parameters.get("file") ?? "", request)
            },
            Endpoint(.get, "/assets/messages/{file}", .everyone) { request, context in
                try await self.file("messages/\(context.parameters.get("file") ?? "")", request)
            },
            Endpoint(.get, "/assets/leaflet/{file}", .everyone) { request, context in
                try self.leafletFile(context.parameters.get("file") ?? "", request)
            },
            Endpoint(.get, "/assets/leaflet/images/{file}", .everyone) { request, context in
                try self.leafletFile("images/\(context.parameters.get("file") ?? "")", request)
            },
        ]
    }

    /// A page of accounts; its address may hold what no other site should be told.
    private func page(_ path: String, _ name: String) -> Endpoint {
        Endpoint(.get, path, .everyone) { request, _ in
            var response = try await self.file(name, request)
            if let policy = HTTPField.Name("Referrer-Policy") { response.headers[policy] = "no-referrer" }
            return response
        }
    }

    private func file(_ name: String, _ request: Request) async throws -> Response {
        guard let file = site[name] else { throw Problem(plain: .notFound) }
        var response = request.answer(
            file.bytes, type: file.type, etag: file.etag, freshness: Freshness.site)
        response.headers[.contentSecurityPolicy] = policy
        return response
    }

    /// Scheme and host of an absolute address with the place holders of a template, as a source that a policy can name.
    static func origin(of template: String) -> String? {
        guard let match = template.firstMatch(of: /^(https?:\/\/)([^\/;,\s'"]+)/) else { return nil }
        guard let place = match.2.range(of: "{s}", options: .backwards)
        else { return String(match.1 + match.2) }
        // {s}.example.org and tile-{s}.example.org stand for hosts below example.org, which a policy names by a whole *.
        return String(match.1 + "*" + match.2[place.upperBound...].drop { $0 != "." })
    }

    /// Serves the few files of Leaflet that are known by name, and so no path can lead out of its folder.
    private func leafletFile(_ name: String, _ request: Request) throws -> Response {
        guard let type = Self.leafletFiles[name] else { throw Problem(plain: .notFound) }
        guard let bytes = try? Data(contentsOf: leaflet.appending(path: name))
        else { throw Problem(.notReady, "Leaflet is not installed (Debian's package libjs-leaflet).") }
        return request.answer(
            ByteBuffer(bytes: bytes), type: type, etag: ContentHash.etag(of: bytes), freshness: Freshness.site
        )
    }

    private static let leafletFiles = [
        "leaflet.js": "text/javascript; charset=utf-8",
        "leaflet.css": "text/css; charset=utf-8",
        "images/layers.png": "image/png",
        "images/layers-2x.png": "image/png",
        "images/marker-icon.png": "image/png",
        "images/marker-icon-2x.png": "image/png",
        "images/marker-shadow.png": "image/png",
    ]
}
