package import Foundation
import Hummingbird

/// A JSON merge patch (RFC 7396): its members replace those of the same name, and `null` removes them.
package struct MergePatch: Sendable {
    private let body: Data

    /// Reads a patch of an object.
    ///
    /// - Throws: A problem if the body is not a JSON object.
    package init(_ body: Data) throws {
        guard let document = try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)
        else { throw Self.problem("This is not JSON.") }
        guard document is [String: Any] else { throw Self.problem("A patch is an object here.") }
        self.body = body
    }

    /// The document with the patch applied.
    package func applied(to document: Data) throws -> Data {
        let target = try JSONSerialization.jsonObject(with: document)
        let patch = try JSONSerialization.jsonObject(with: body)
        return try JSONSerialization.data(
            withJSONObject: Self.merged(target, patch), options: .fragmentsAllowed)
    }

    /// `MergePatch` of RFC 7396, section 2.
    private static func merged(_ target: Any?, _ patch: Any) -> Any {
        guard let patch = patch as? [String: Any] else { return patch }
        var merged = target as? [String: Any] ?? [:]
        for (name, value) in patch {
            merged[name] = value is NSNull ? nil : Self.merged(merged[name], value)
        }
        return merged
    }

    private static func problem(_ detail: String) -> Problem {
        Problem(.invalidJSON, errors: [Problem.Detail(pointer: "", detail: detail)])
    }
}

extension Request {
    /// Refuses a body whose media type is neither a merge patch nor JSON; a missing type counts as a patch.
    package func expectMergePatch() throws {
        guard let type = headers[.contentType] else { return }
        let name = type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        // curl sends this type by default.
        let accepted = [
            "application/merge-patch+json", "application/json", "application/x-www-form-urlencoded",
        ]
        guard accepted.contains(name)
        else {
            throw Problem(.unsupportedMediaType, "A change is application/merge-patch+json.")
        }
    }
}
