/// Words with answers in them, such as “How old is ${child}?”.
package enum FormWords {
    enum Piece {
        case text(Substring)
        case answer(FormExpression.Reference)
    }

    /// Splits words where a question is named.
    ///
    /// - Throws: ``ExpressionMistake`` for `${` without a name and `}`.
    static func pieces(of text: String) throws(ExpressionMistake) -> [Piece] {
        var (pieces, rest): ([Piece], Substring) = ([], text[...])
        while let start = rest.firstRange(of: "${") {
            let position = text.unicodeScalars.distance(from: text.startIndex, to: start.lowerBound)
            guard let end = rest[start.upperBound...].firstIndex(of: "}"),
                FormCheck.isName(String(rest[start.upperBound..<end]))
            else { throw ExpressionMistake(.brokenReference, at: position) }
            pieces.append(.text(rest[..<start.lowerBound]))
            pieces.append(.answer(.init(name: String(rest[start.upperBound..<end]), position: position)))
            rest = rest[rest.index(after: end)...]
        }
        return pieces + [.text(rest)]
    }

    /// The words with the answers in their places; words that are broken stay as they are.
    package static func filled(_ text: String, _ answer: (String) -> FormValue) -> String {
        guard let pieces = try? pieces(of: text) else { return text }
        return pieces.map { piece in
            switch piece {
            case .text(let text): String(text)
            case .answer(let reference): answer(reference.name).text
            }
        }.joined()
    }
}
