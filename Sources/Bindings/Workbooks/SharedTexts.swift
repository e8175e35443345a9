/// The texts that the cells of a workbook share (ECMA-376, part 1, section 18.4).
enum SharedTexts {
    static func read(_ bytes: [UInt8]) throws(XMLWalkFailure) -> [String] {
        var texts: [String] = []
        var walk = try XMLWalk(bytes)
        while let step = try walk.next() {
            if step == .begin("si") { texts.append(try text(&walk, until: "si")) }
        }
        return texts
    }

    /// The text of an element: all its runs, without the readings of East Asian characters beside them.
    static func text(_ walk: inout XMLWalk, until end: String) throws(XMLWalkFailure) -> String {
        var (text, isText, phonetic) = ("", false, 0)
        while let step = try walk.next(), step != .end(end) {
            switch step {
            case .begin("rPh"): phonetic += 1
            case .end("rPh"): phonetic -= 1
            case .begin("t"): isText = phonetic == 0
            case .end("t"): isText = false
            case .text(let piece): if isText { text += piece }
            default: break
            }
        }
        return unescaped(text)
    }

    /// Characters that XML cannot hold are written as `_x000D_` (section 22.9.2.19).
    static func unescaped(_ text: String) -> String {
        guard text.contains("_x") else { return text }
        var (result, rest) = ("", text[...])
        while let start = rest.firstRange(of: "_x") {
            let code = rest[start.upperBound...].prefix(5)
            result += rest[..<start.lowerBound]
            if code.count == 5, code.last == "_", let number = UInt32(code.dropLast(), radix: 16),
                let scalar = Unicode.Scalar(number)
            {
                result.unicodeScalars.append(scalar)
                rest = rest[code.endIndex...]
            } else {
                result += "_x"
                rest = rest[start.upperBound...]
            }
        }
        return result + rest
    }
}
