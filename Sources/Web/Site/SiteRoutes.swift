import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore

/// All pages of the site, and the files that they load.
struct SiteRoutes: Sendable {
    private let libraries: SiteLibraries
    private let icons: [AppIcon]
    private let siteCache: SiteCache
    private let policy: String

    /// - Parameters:
    ///   - pages: The pages and their files.
    ///   - icons: The app icons, served beside the files.
    ///   - policy: The origins that pages may load from.
    init(_ pages: SitePages, icons: [AppIcon], policy: String) {
        self.policy = policy
        self.icons = icons
        libraries = pages.libraries
        siteCache = pages.cache
    }

    var endpoints: [Endpoint] {
        SitePage.all.map { page in
            Endpoint(.get, page.path, .everyone) { request, _ in try self.answer(page, request) }
        } + [
            Endpoint(.get, "/service-worker.js", .everyone) { request, _ in
                self.protected(request.answer(try self.siteCache.site.worker))
            },
            Endpoint(.get, "/manifest.webmanifest", .everyone) { request, _ in try self.manifest(request) },
            Endpoint(.get, "/favicon.ico", .everyone) { request, _ in try self.favicon(request) },
            Endpoint(.get, "/assets/{file}", .everyone) { request, context in
                try self.file(context.parameters.get("file") ?? "", request)
            },
            Endpoint(.get, "/assets/messages/{file}", .everyone) { request, context in
                try self.file("messages/\(context.parameters.get("file") ?? "")", request)
            },
            Endpoint(.get, "/assets/leaflet/{file}", .everyone) { request, context in
                try self.leafletFile(context.parameters.get("file") ?? "", request)
            },
            Endpoint(.get, "/assets/leaflet/images/{file}", .everyone) { request, context in
                try self.leafletFile("images/\(context.parameters.get("file") ?? "")", request)
            },
            Endpoint(.get, "/assets/qrcode/{file}", .everyone) { request, context in
                guard context.parameters.get("file") == "qrcode.js" else { throw Problem(plain: .notFound) }
                return try self.libraryFile(
                    "qrcode.js", in: self.libraries.qrCode, type: Self.script,
                    absence: "QR codes are not installed (Debian's package node-qrcode-generator).", request)
            },
        ]
    }

    private func answer(_ page: SitePage, _ request: Request) throws -> Response {
        let site = try siteCache.site
        let language = request.pageLanguage
        guard let file = try site.edition(in: language).page(page.path)
        else { throw Problem(plain: .notFound) }
        var response = protected(request.answer(file)).worded(in: language, for: request)
        if page.isConfidential { response.headers[.referrerPolicy] = "no-referrer" }
        if page.hasCamera { response.headers[.permissionsPolicy] = SecurityHeaders.cameraPermissions }
        // A service worker only combines pages with files of the same version.
        response.headers[.siteVersion] = site.version
        return response
    }

    private func manifest(_ request: Request) throws -> Response {
        let language = request.siteLanguage
        let file = try siteCache.site.edition(in: language).manifest
        return request.answer(file).worded(in: language).varying(by: .cookie)
    }

    /// The icon where browsers and readers of feeds look that know no page of ours.
    private func favicon(_ request: Request) throws -> Response {
        guard let icon = icons.first(where: { $0.name == AppIcon.favicon })
        else { throw Problem(plain: .notFound) }
        let file = icon.inContainer
        return request.answer(
            ByteBuffer(bytes: file), type: "image/x-icon", etag: ContentHash.etag(of: file),
            freshness: Freshness.site)
    }

    private func file(_ name: String, _ request: Request) throws -> Response {
        if let icon = icons.first(where: { $0.name == name }) {
            return request.answer(
                ByteBuffer(bytes: icon.png), type: "image/png", etag: ContentHash.etag(of: icon.png),
                freshness: Freshness.site)
        }
        guard let file = try siteCache.site.files[name] else { throw Problem(plain: .notFound) }
        return request.answer(file)
    }

    private func protected(_ response: Response) -> Response {
        var response = response
        response.headers[.contentSecurityPolicy] = policy
        return response
    }

    /// Serves a fixed list of Leaflet's files, so that no path can escape its folder.
    private func leafletFile(_ name: String, _ request: Request) throws -> Response {
        guard let type = Self.leafletFiles[name] else { throw Problem(plain: .notFound) }
        return try libraryFile(
            name, in: libraries.leaflet, type: type,
            absence: "Leaflet is not installed (Debian's package libjs-leaflet).", request)
    }

    private func libraryFile(
        _ name: String, in folder: URL, type: String, absence: String, _ request: Request
    ) throws -> Response {
        guard let bytes = try? Data(contentsOf: folder.appending(path: name))
        else { throw Problem(.notReady, absence) }
        return request.answer(
            ByteBuffer(bytes: bytes), type: type, etag: ContentHash.etag(of: bytes), freshness: Freshness.site
        )
    }

    private static let script = "text/javascript; charset=utf-8"
    private static let leafletFiles = [
        AssembledSite.leafletScript: script,
        "images/layers.png": "image/png",
        "images/layers-2x.png": "image/png",
        "images/marker-icon.png": "image/png",
        "images/marker-icon-2x.png": "image/png",
        "images/marker-shadow.png": "image/png",
    ]
}

extension Request {
    /// Answers a GET with a page or file of the site.
    fileprivate func answer(_ file: SiteFile) -> Response {
        guard let compressed = file.compressed else {
            return answer(file.bytes, type: file.type, etag: file.etag, freshness: Freshness.site)
        }
        return answer(
            takesGzip ? .gzip(compressed) : .plain(file.bytes), type: file.type, etag: file.etag,
            freshness: Freshness.site)
    }
}

extension HTTPField.Name {
    fileprivate static let siteVersion = named("X-Site-Version")
}
