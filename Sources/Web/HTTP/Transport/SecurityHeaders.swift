import Foundation
import FoundationEssentials
package import HTTPTypes
package import Hummingbird

/// The security headers of every answer: one table by the kind of the answer.
///
/// | | pages | all else |
/// |---|---|---|
/// | `Content-Security-Policy` | own files, basemap pictures, forms to this site; no inline script or style |
/// nothing |
/// | `X-Content-Type-Options` | `nosniff` | `nosniff` |
/// | `Referrer-Policy` | others see only the origin, as basemap providers require | nothing is sent |
/// | `Permissions-Policy` | geolocation, for this site; the camera where a page reads barcodes | – |
/// | `Cross-Origin-Opener-Policy` | `same-origin` if the client speaks TLS: browsers ignore it otherwise | –
/// |
/// | `Cross-Origin-Resource-Policy` | `same-origin` | `cross-origin` for what pages of every origin may read
/// |
/// | `Strict-Transport-Security` | if the client speaks TLS | if the client speaks TLS |
package struct SecurityHeaders: Sendable {
    /// Two years, as browsers' preload lists require (RFC 6797); subdomains are left to their owners.
    package static let strictTransport = "max-age=63072000"

    /// The allowed sources of pictures.
    private let pictures: String
    private let page: HTTPFields

    /// Creates the table.
    ///
    /// - Parameters:
    ///   - pictures: The origin of an external basemap, as a policy names it.
    ///   - formTargets: Other origins that forms may lead to, such as identity providers.
    package init(pictures: String? = nil, formTargets: [String] = []) {
        let pictures = (["'self'", "data:"] + [pictures].compactMap(\.self)).joined(separator: " ")
        let targets = (["'self'"] + formTargets).joined(separator: " ")
        self.pictures = pictures
        page = [
            .contentSecurityPolicy: Self.policy(pictures: pictures, forms: targets),
            .xContentTypeOptions: "nosniff",
            .referrerPolicy: "strict-origin-when-cross-origin",
            .permissionsPolicy: Self.permissions(camera: "()"),
            .crossOriginResourcePolicy: "same-origin",
        ]
    }

    /// The policy of pages without forms: the map and the operators' page only send requests from scripts.
    package var formlessPolicy: String { Self.policy(pictures: pictures, forms: "'none'") }

    /// The policy of pages with forms.
    ///
    /// Answers of 304 need it too: a browser replaces the headers of the page that it holds by theirs.
    package var pagePolicy: String? { page[.contentSecurityPolicy] }

    /// What a page that reads barcodes may use of a device.
    package static let cameraPermissions = permissions(camera: "(self)")

    private static func permissions(camera: String) -> String {
        "geolocation=(self), camera=\(camera), microphone=(), payment=(), usb=()"
    }

    private static func policy(pictures: String, forms: String) -> String {
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src \(pictures); connect-src 'self'; "
            + "object-src 'none'; base-uri 'none'; form-action \(forms); frame-ancestors 'none'"
    }

    /// Adds the headers to an answer.
    ///
    /// - Parameters:
    ///   - response: The answer; a policy of its own takes precedence.
    ///   - isSecure: Whether the client speaks TLS to us or to a trusted proxy.
    package func protect(_ response: inout Response, isSecure: Bool) {
        if isPage(response) {
            for field in page where response.headers[field.name] == nil { response.headers.append(field) }
            if isSecure { response.headers[.crossOriginOpenerPolicy] = "same-origin" }
        } else {
            Self.protect(&response.headers)
        }
        if isSecure { response.headers[.strictTransportSecurity] = Self.strictTransport }
    }

    /// Whether an answer is a page, or says that a page is unchanged.
    ///
    /// The latter has no type, but the policy of the page. Browsers replace the headers of the page that they hold
    /// by those of the answer.
    private func isPage(_ response: Response) -> Bool {
        if response.headers[.contentType]?.hasPrefix("text/html") == true { return true }
        let policy = response.headers[.contentSecurityPolicy]
        return response.status == .notModified && policy != nil
            && [pagePolicy, formlessPolicy].contains(policy)
    }

    /// Adds the headers to an answer that is not a page.
    package static func protect(_ fields: inout HTTPFields) {
        let isShared = fields[.accessControlAllowOrigin] != nil
        if fields[.contentSecurityPolicy] == nil { fields[.contentSecurityPolicy] = Self.nothing }
        fields.append(contentsOf: isShared ? shared : own)
    }

    /// The headers of an answer that is not a page, and that pages of every origin may read.
    static let ofPublicAnswers: HTTPFields = {
        var fields = shared
        fields[.contentSecurityPolicy] = nothing
        return fields
    }()

    private static let nothing = "default-src 'none'; frame-ancestors 'none'"

    private static let own: HTTPFields = [
        .xContentTypeOptions: "nosniff",
        .referrerPolicy: "no-referrer",
        .crossOriginResourcePolicy: "same-origin",
    ]

    private static let shared: HTTPFields = {
        var fields = own
        fields[.crossOriginResourcePolicy] = "cross-origin"
        return fields
    }()
}

extension HTTPField.Name {
    package static let referrerPolicy = named("Referrer-Policy")
    package static let permissionsPolicy = named("Permissions-Policy")
    package static let crossOriginOpenerPolicy = named("Cross-Origin-Opener-Policy")
    package static let crossOriginResourcePolicy = named("Cross-Origin-Resource-Policy")

    /// A field that HTTPTypes does not define.
    package static func named(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is a field's name") }
        return name
    }
}

extension SecurityHeaders {
    /// The scheme and host of an absolute URL template, as a policy source.
    package static func origin(of template: String) -> String? {
        guard let match = template.firstMatch(of: /^(https?:\/\/)([^\/;,\s'"]+)/) else { return nil }
        guard let place = match.2.range(of: "{s}", options: .backwards)
        else { return String(match.1 + match.2) }
        // {s}.example.org and tile-{s}.example.org are hosts below example.org, which a policy can only name
        // as *.
        return String(match.1 + "*" + match.2[place.upperBound...].drop { $0 != "." })
    }
}
