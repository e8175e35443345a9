package import Foundation

/// A document that may only have known members.
///
/// Others are refused, so that nobody believes to have set something that was ignored.
package protocol StrictDocument: Decodable {
    static var members: Set<String> { get }
}

extension JSON {
    /// Reads a document and refuses unknown members.
    package static func decodeStrictly<Value: StrictDocument>(_ type: Value.Type, from body: Data) throws
        -> Value
    {
        // The decoder reports whether it is a document at all.
        if let object = try? JSONSerialization.jsonObject(with: body) as? [String: Any] {
            let unknown = object.keys.filter { !Value.members.contains($0) }.sorted()
            guard unknown.isEmpty else {
                throw Problem(
                    .invalidJSON,
                    errors: unknown.prefix(20).map { name in
                        let path = name.prefix(60).replacing("~", with: "~0").replacing("/", with: "~1")
                        return Problem.Detail(pointer: "/\(path)", detail: "There is no such member.")
                    })
            }
        }
        return try decode(type, from: body)
    }
}
