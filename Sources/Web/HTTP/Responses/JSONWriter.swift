/// Writes JSON as bytes at once, for answers of thousands of numbers.
///
/// An encoder first makes a table of every object, which takes four times as long. The bytes are those of
/// ``JSON/encoder`` for finite numbers, and for texts without control characters.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []
    /// Whether something comes before the next value in its list or object.
    private var follows = false
    /// The last name in the object that is being written.
    private var last = ""

    package init() {}

    /// Writes an object, whose names ``name(_:)`` writes in alphabetical order, each before its value.
    package mutating func object(_ members: (inout JSONWriter) -> Void) {
        enclose("{", "}", members)
    }

    /// Writes a list.
    package mutating func list(_ elements: (inout JSONWriter) -> Void) { enclose("[", "]", elements) }

    /// Writes the name of the next value: ASCII that needs no escape.
    package mutating func name(_ name: String) {
        precondition(last < name, "names come in alphabetical order, so that equal answers are equal bytes")
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.utf8)
        bytes.append(contentsOf: "\":".utf8)
        (follows, last) = (false, name)
    }

    /// Writes a number, as a whole one without a point; `null` if it is not finite, which JSON has no number for.
    package mutating func value(_ number: Double) {
        separate()
        guard number.isFinite else { return bytes.append(contentsOf: "null".utf8) }
        let written = number.description.utf8
        bytes.append(
            contentsOf: written.suffix(2).elementsEqual(".0".utf8) ? written.dropLast(2) : written[...])
    }

    package mutating func value(_ truth: Bool) {
        separate()
        bytes.append(contentsOf: (truth ? "true" : "false").utf8)
    }

    package mutating func value(_ text: String) {
        separate()
        guard text.utf8.contains(where: Self.needsEscape) else {
            bytes.append(UInt8(ascii: "\""))
            bytes.append(contentsOf: text.utf8)
            return bytes.append(UInt8(ascii: "\""))
        }
        var written = ""
        JSONTree.write(text, to: &written)
        bytes.append(contentsOf: written.utf8)
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < UInt8(ascii: " ") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func separate() {
        if follows { bytes.append(UInt8(ascii: ",")) }
        follows = true
    }

    private mutating func enclose(
        _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ content: (inout JSONWriter) -> Void
    ) {
        separate()
        let outer = last
        (follows, last) = (false, "")
        bytes.append(UInt8(ascii: opening))
        content(&self)
        bytes.append(UInt8(ascii: closing))
        (follows, last) = (true, outer)
    }
}
