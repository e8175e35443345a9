import Foundation
import FoundationEssentials
package import HTTPTypes
package import Hummingbird

/// What browsers are told to keep to, on every answer: one table, by the kind of the answer.
///
/// | | pages | all else |
/// |---|---|---|
/// | `Content-Security-Policy` | own files, pictures of the basemap, forms to ourselves; no script or style in the text | nothing |
/// | `X-Content-Type-Options` | `nosniff` | `nosniff` |
/// | `Referrer-Policy` | others see the origin only, as owners of basemaps ask | nothing is told |
/// | `Permissions-Policy` | the position, for ourselves | – |
/// | `Cross-Origin-Opener-Policy` | `same-origin`, when the client speaks TLS: elsewhere browsers take none | – |
/// | `Cross-Origin-Resource-Policy` | `same-origin` | `cross-origin` for what pages of every origin may read |
/// | `Strict-Transport-Security` | when the client speaks TLS | when the client speaks TLS |
package struct SecurityHeaders: Sendable {
    /// Two years, as the preload lists of browsers ask (RFC 6797); other names below the host are their owner's affair.
    package static let strictTransport = "max-age=63072000"

    /// Where pictures may come from.
    private let pictures: String
    private let page: HTTPFields

    /// Makes the table.
    ///
    /// - Parameters:
    ///   - pictures: The origin of another basemap, as a policy names it.
    ///   - formTargets: Origins beside our own to which a form may lead, such as those that people sign in at.
    package init(pictures: String? = nil, formTargets: [String] = []) {
        let pictures = (["'self'", "data:"] + [pictures].compactMap(\.self)).joined(separator: " ")
        let targets = (["'self'"] + formTargets).joined(separator: " ")
        self.pictures = pictures
        page = [
            .contentSecurityPolicy: Self.policy(pictures: pictures, forms: targets),
            .xContentTypeOptions: "nosniff",
            .referrerPolicy: "strict-origin-when-cross-origin",
            .permissionsPolicy: "geolocation=(self), camera=(), microphone=(), payment=(), usb=()",
            .crossOriginResourcePolicy: "same-origin",
        ]
    }

    /// The policy of pages that send no form: the map and the page of operators ask by script.
    package var formlessPolicy: String { Self.policy(pictures: pictures, forms: "'none'") }

    private static func policy(pictures: String, forms: String) -> String {
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src \(pictures); connect-src 'self'; "
            + "object-src 'none'; base-uri 'none'; form-action \(forms); frame-ancestors 'none'"
    }

    /// Adds what is told with an answer.
    ///
    /// - Parameters:
    ///   - response: The answer; a policy that it brings along is kept.
    ///   - isSecure: Whether the client speaks TLS, with us or with a proxy that we trust.
    package func protect(_ response: inout Response, isSecure: Bool) {
        if response.headers[.contentType]?.hasPrefix("text/html") == true {
            for field in page where response.headers[field.name] == nil { response.headers.append(field) }
            if isSecure { response.headers[.crossOriginOpenerPolicy] = "same-origin" }
        } else {
            Self.protect(&response.headers)
        }
        if isSecure { response.headers[.strictTransportSecurity] = Self.strictTransport }
    }

    /// Adds what is told with an answer that is no page.
    package static func protect(_ fields: inout HTTPFields) {
        let isShared = fields[.accessControlAllowOrigin] != nil
        if fields[.contentSecurityPolicy] == nil { fields[.contentSecurityPolicy] = Self.nothing }
        fields.append(contentsOf: isShared ? shared : own)
    }

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

    /// A field that HTTPTypes has no name for.
    package static func named(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is a field's name") }
        return name
    }
}

extension SecurityHeaders {
    /// Scheme and host of an absolute address with the place holders of a template, as a source that a policy can name.
    package static func origin(of template: String) -> String? {
        guard let match = template.firstMatch(of: /^(https?:\/\/)([^\/;,\s'"]+)/) else { return nil }
        guard let place = match.2.range(of: "{s}", options: .backwards)
        else { return String(match.1 + match.2) }
        // {s}.example.org and tile-{s}.example.org stand for hosts below example.org, which a policy names by a whole *.
        return String(match.1 + "*" + match.2[place.upperBound...].drop { $0 != "." })
    }
}
