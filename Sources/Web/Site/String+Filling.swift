extension String {
    /// The text with values in the places of their names, such as `{count}`; unknown names stay as they are.
    ///
    /// It is read once from its beginning to its end, so that a value is never taken for a place.
    func filling(_ values: [String: String]) -> String {
        guard !values.isEmpty else { return self }
        var text = ""
        var rest = self[...]
        while let start = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
            let end = rest.utf8[start...].firstIndex(of: UInt8(ascii: "}"))
        {
            let next = rest.utf8.index(after: end)
            let name = rest[rest.utf8.index(after: start)..<end]
            text += rest[..<start]
            text += values[String(name)] ?? String(rest[start..<next])
            rest = rest[next...]
        }
        return text + rest
    }
}
