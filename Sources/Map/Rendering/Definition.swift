import Foundation

/// A mistake in a definition file: its file, line and key, and the allowed values.
package struct CatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
    package let file: String
    /// Counted from 1.
    package let line: Int
    /// The key, or empty when the whole file is meant.
    package let path: String
    package let problem: String
    /// The allowed values, when they can be listed.
    package let allowed: [String]

    package var description: String {
        let place = path.isEmpty ? "\(file):\(line)" : "\(file):\(line): \(path)"
        return "\(place): \(problem)"
            + (allowed.isEmpty ? "" : "; allowed: \(allowed.joined(separator: ", "))")
    }
}

/// A JSON object in a file, read key by key so that each mistake can be named.
struct Definition {
    /// The file's name without its extension.
    let name: String
    private let file: String
    private let object: [String: Any]
    private let lines: DefinitionLines

    /// The definitions in a folder, by file name.
    static func all(in folder: URL) throws -> [Definition] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
            .map(Definition.init(file:))
    }

    private init(file: URL) throws {
        name = file.deletingPathExtension().lastPathComponent
        self.file = file.path
        let bytes = [UInt8](try Data(contentsOf: file))
        let json: Any
        do {
            json = try JSONSerialization.jsonObject(with: Data(bytes))
        } catch let error as CocoaError where error.code == .propertyListReadCorrupt {
            let line = DefinitionLines.line(ofByte: error.byteOffset ?? 0, in: bytes)
            throw CatalogueError(file: file.path, line: line, path: "", problem: "not JSON", allowed: [])
        }
        guard let object = json as? [String: Any] else {
            throw CatalogueError(
                file: file.path, line: 1, path: "", problem: "not a JSON object", allowed: [])
        }
        self.object = object
        lines = DefinitionLines(bytes)
    }

    func error(at path: String, _ problem: String, allowed: [String] = []) -> CatalogueError {
        CatalogueError(
            file: file, line: lines.line(of: path), path: path, problem: problem, allowed: allowed)
    }

    /// Rejects unknown keys, most of which are misspelt.
    func allow(keys: [String]) throws(CatalogueError) {
        for key in object.keys.sorted() where !keys.contains(key) {
            throw error(at: key, "there is no such key", allowed: keys)
        }
    }

    func has(_ key: String) -> Bool { object[key] != nil }

    func string(_ key: String, of allowed: [String] = []) throws(CatalogueError) -> String {
        guard let text = object[key] as? String else {
            throw error(at: key, "a text is needed", allowed: allowed)
        }
        guard allowed.isEmpty || allowed.contains(text) else {
            throw error(at: key, "\"\(text)\" is not known", allowed: allowed)
        }
        return text
    }

    func strings(_ key: String, of allowed: [String] = []) throws(CatalogueError) -> [String] {
        guard let texts = object[key] as? [String] else {
            throw error(at: key, "a list of texts is needed", allowed: allowed)
        }
        for (place, text) in texts.enumerated() where !allowed.isEmpty && !allowed.contains(text) {
            throw error(at: "\(key)[\(place)]", "\"\(text)\" is not known", allowed: allowed)
        }
        return texts
    }

    /// A number from 0 to 1; 1 when the key is absent.
    func share(_ key: String) throws(CatalogueError) -> Double {
        guard has(key) else { return 1 }
        guard let number = object[key] as? Double, (0...1).contains(number) else {
            throw error(at: key, "a number from 0 to 1 is needed")
        }
        return number
    }
}

extension CocoaError {
    /// The offset at which a file stops being valid JSON.
    ///
    /// Foundation says so only in words: "Invalid value around character 16."
    fileprivate var byteOffset: Int? {
        (userInfo["NSDebugDescription"] as? String)?.split(separator: " ").last
            .flatMap { Int($0.prefix { $0.isNumber }) }
    }
}
