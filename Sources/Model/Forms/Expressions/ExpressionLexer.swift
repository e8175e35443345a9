/// A part of an expression's text.
struct ExpressionToken: Hashable {
    enum Kind: Hashable {
        case number(Double)
        case text(String)
        case reference(String)
        /// A name of a function or an operator.
        case name(String)
        case symbol(String)
    }

    let kind: Kind
    let position: Int

    /// What stands there, for messages.
    var words: String {
        switch kind {
        case .number(let number): DecimalText.of(number)
        case .text(let text): text
        case .reference(let name): "${\(name)}"
        case .name(let name): name
        case .symbol(let symbol): symbol
        }
    }
}

/// Splits an expression into its parts (XPath 1.0, section 3.7).
struct ExpressionLexer {
    /// A cell with more is no expression that a person wrote; 32,767 would fit.
    static let mostCharacters = 4_000
    /// Each part may cost a step of recursion when it is evaluated.
    static let mostTokens = 500

    private let scalars: [Unicode.Scalar]
    private var index = 0

    private init(_ text: String) { scalars = Array(text.unicodeScalars) }

    static func tokens(of text: String) throws(ExpressionMistake) -> [ExpressionToken] {
        var lexer = ExpressionLexer(text)
        guard lexer.scalars.count <= mostCharacters else {
            throw ExpressionMistake(.tooLong, at: mostCharacters)
        }
        var tokens: [ExpressionToken] = []
        while let token = try lexer.next() {
            guard tokens.count < mostTokens else { throw ExpressionMistake(.tooLong, at: token.position) }
            tokens.append(token)
        }
        return tokens
    }

    private var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }
    private var following: Unicode.Scalar? { index + 1 < scalars.count ? scalars[index + 1] : nil }

    private mutating func next() throws(ExpressionMistake) -> ExpressionToken? {
        while let scalar = current, Self.isSpace(scalar) { index += 1 }
        guard let scalar = current else { return nil }
        let start = index
        return ExpressionToken(kind: try kind(from: scalar), position: start)
    }

    private mutating func kind(from scalar: Unicode.Scalar) throws(ExpressionMistake) -> ExpressionToken.Kind
    {
        switch scalar {
        case "'", "\"": return .text(try quoted(scalar))
        case "$": return .reference(try reference())
        case "." where following.map(Self.isDigit) == true: return .number(number())
        case "." where following != ".": return symbol(1)
        case "(", ")", ",", "+", "-", "*", "=": return symbol(1)
        case "<", ">": return symbol(following == "=" ? 2 : 1)
        case "!" where following == "=": return symbol(2)
        case "/", ".", "[", "]", "@", "|": throw ExpressionMistake(.path, at: index, String(scalar))
        case _ where Self.isDigit(scalar): return .number(number())
        case _ where Self.isNameStart(scalar): return .name(name())
        default: throw ExpressionMistake(.unexpectedCharacter, at: index, String(scalar))
        }
    }

    private mutating func symbol(_ length: Int) -> ExpressionToken.Kind {
        defer { index += length }
        return .symbol(text(from: index, to: index + length))
    }

    private mutating func quoted(_ mark: Unicode.Scalar) throws(ExpressionMistake) -> String {
        let start = index
        index += 1
        while let scalar = current, scalar != mark { index += 1 }
        guard current == mark else { throw ExpressionMistake(.openText, at: start) }
        defer { index += 1 }
        return text(from: start + 1, to: index)
    }

    private mutating func reference() throws(ExpressionMistake) -> String {
        let start = index
        guard following == "{" else { throw ExpressionMistake(.brokenReference, at: start) }
        index += 2
        guard let first = current, Self.isNameStart(first) else {
            throw ExpressionMistake(.brokenReference, at: start)
        }
        let name = name()
        guard current == "}", !name.contains(":") else {
            throw ExpressionMistake(.brokenReference, at: start)
        }
        index += 1
        return name
    }

    private mutating func number() -> Double {
        let start = index
        while let scalar = current, Self.isDigit(scalar) { index += 1 }
        if current == "." { index += 1 }
        while let scalar = current, Self.isDigit(scalar) { index += 1 }
        return DecimalText.number(text(from: start, to: index))
    }

    /// A name, and the one after a colon that belongs to it.
    private mutating func name() -> String {
        let start = index
        while let scalar = current, Self.isNamePart(scalar) { index += 1 }
        if current == ":", let first = following, Self.isNameStart(first) {
            index += 1
            while let scalar = current, Self.isNamePart(scalar) { index += 1 }
        }
        return text(from: start, to: index)
    }

    private func text(from start: Int, to end: Int) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[start..<end])
        return String(view)
    }

    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
    }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
    }

    static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        isNameStart(scalar) || isDigit(scalar) || scalar == "-" || scalar == "."
    }
}
