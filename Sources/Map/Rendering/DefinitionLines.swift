/// Finds the lines of a JSON file's members.
struct DefinitionLines {
    private let bytes: [UInt8]
    private var place = 0
    private var line = 1
    /// The line of each member by its path, such as `veryHigh[1]`.
    private var lines: [String: Int] = [:]

    /// Finds the lines of a file that is valid JSON.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        readValue(at: "")
    }

    /// The line of a member, or of the nearest one around it; 1 for the whole file.
    func line(of path: String) -> Int {
        var path = path[...]
        while !path.isEmpty {
            if let line = lines[String(path)] { return line }
            path = path[..<(path.lastIndex { $0 == "." || $0 == "[" } ?? path.startIndex)]
        }
        return 1
    }

    /// The line of a byte, counted from 1.
    static func line(ofByte offset: Int, in bytes: [UInt8]) -> Int {
        1 + bytes.prefix(max(offset, 0)).count { $0 == UInt8(ascii: "\n") }
    }

    private var next: UInt8? {
        mutating get {
            while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { step() }
            return place < bytes.count ? bytes[place] : nil
        }
    }

    private mutating func step() {
        if bytes[place] == UInt8(ascii: "\n") { line += 1 }
        place += 1
    }

    private mutating func readValue(at path: String) {
        switch next {
        case UInt8(ascii: "{"): readObject(at: path)
        case UInt8(ascii: "["): readArray(at: path)
        case UInt8(ascii: "\""): _ = readText()
        default:
            let ends = Array(",]}".utf8)
            while let byte = next, !ends.contains(byte) { step() }
        }
    }

    private mutating func readObject(at path: String) {
        step()
        while let byte = next, byte != UInt8(ascii: "}") {
            if byte == UInt8(ascii: ",") { step() }
            guard next == UInt8(ascii: "\"") else { return }
            let start = line
            let name = readText()
            let member = path.isEmpty ? name : "\(path).\(name)"
            lines[member] = start
            guard next == UInt8(ascii: ":") else { return }
            step()
            readValue(at: member)
        }
        if next != nil { step() }
    }

    private mutating func readArray(at path: String) {
        step()
        var count = 0
        while let byte = next, byte != UInt8(ascii: "]") {
            if byte == UInt8(ascii: ",") { step() }
            guard next != nil else { return }
            let member = "\(path)[\(count)]"
            lines[member] = line
            readValue(at: member)
            count += 1
        }
        if next != nil { step() }
    }

    /// The text between quotation marks; escapes are not decoded.
    private mutating func readText() -> String {
        step()
        let start = place
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            if bytes[place] == UInt8(ascii: "\\") { step() }
            if place < bytes.count { step() }
        }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        if place < bytes.count { step() }
        return text
    }
}
