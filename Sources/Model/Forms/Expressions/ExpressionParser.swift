/// Reads the parts of an expression by descent, from the loosest operator to the tightest (XPath 1.0, section 3).
struct ExpressionParser {
    /// How deep parentheses, arguments and signs may be within each other.
    static let deepest = 32

    private typealias Node = FormExpression.Node
    private typealias Operation = FormExpression.Operation

    /// The operators of each level; those of one level are read from the left.
    private static let levels: [Set<String>] = [
        ["or"], ["and"], ["=", "!="], ["<", "<=", ">", ">="], ["+", "-"], ["*", "div", "mod"],
    ]

    private let tokens: [ExpressionToken]
    private var index = 0
    private var depth = 0
    private(set) var references: [FormExpression.Reference] = []
    private(set) var ownPosition: Int?
    private(set) var patternSteps = 0

    init(_ tokens: [ExpressionToken]) { self.tokens = tokens }

    /// The expression, after which nothing may come.
    mutating func whole() throws(ExpressionMistake) -> FormExpression.Node {
        guard !tokens.isEmpty else { throw ExpressionMistake(.empty, at: 0) }
        let node = try level(0)
        if let token = current { throw Self.unexpected(token) }
        return node
    }

    private var current: ExpressionToken? { index < tokens.count ? tokens[index] : nil }

    private var end: ExpressionMistake { ExpressionMistake(.unexpectedEnd, at: tokens.last?.position ?? 0) }

    /// The operator of a level that comes now.
    private func operation(of level: Int) -> Operation? {
        switch current?.kind {
        case .symbol(let text), .name(let text):
            Self.levels[level].contains(text) ? Operation(rawValue: text) : nil
        default: nil
        }
    }

    private mutating func level(_ level: Int) throws(ExpressionMistake) -> Node {
        guard level < Self.levels.count else { return try signed() }
        var left = try self.level(level + 1)
        while let operation = operation(of: level) {
            index += 1
            left = .operation(operation, left, try self.level(level + 1))
        }
        return left
    }

    private mutating func signed() throws(ExpressionMistake) -> Node {
        guard let token = current else { throw end }
        guard token.kind == .symbol("-") else { return try operand(token) }
        try descend(at: token)
        defer { depth -= 1 }
        index += 1
        return .negative(try signed())
    }

    private mutating func operand(_ token: ExpressionToken) throws(ExpressionMistake) -> Node {
        index += 1
        switch token.kind {
        case .number(let number): return .number(number)
        case .text(let text): return .text(text)
        case .reference(let name):
            references.append(.init(name: name, position: token.position))
            return .answer(name)
        case .symbol("."):
            ownPosition = ownPosition ?? token.position
            return .own
        case .symbol("("): return try enclosed(token)
        case .name(let name): return try call(name, token)
        case .symbol: throw Self.unexpected(token)
        }
    }

    private mutating func enclosed(_ token: ExpressionToken) throws(ExpressionMistake) -> Node {
        try descend(at: token)
        defer { depth -= 1 }
        let node = try level(0)
        try expect(")")
        return node
    }

    private mutating func call(_ name: String, _ token: ExpressionToken) throws(ExpressionMistake) -> Node {
        guard current?.kind == .symbol("(") else {
            let isOperator = Operation(rawValue: name) != nil
            throw isOperator ? Self.unexpected(token) : ExpressionMistake(.path, at: token.position, name)
        }
        guard let function = FormFunction(rawValue: name) else {
            throw ExpressionMistake(.unknownFunction, at: token.position, name)
        }
        try descend(at: token)
        defer { depth -= 1 }
        index += 1
        let (arguments, starts) = try arguments()
        guard function.arguments.contains(arguments.count) else {
            throw ExpressionMistake(.argumentCount, at: token.position, name)
        }
        guard function == .regex else { return .call(function, arguments) }
        guard case .text(let text) = arguments[1] else {
            throw ExpressionMistake(.computedPattern, at: starts[1])
        }
        do throws(PatternMistake) {
            let pattern = try TextPattern(text)
            patternSteps += pattern.size
            return .matches(arguments[0], pattern)
        } catch {
            throw ExpressionMistake(.brokenPattern, at: starts[1] + 1 + error.position, error.reason.rawValue)
        }
    }

    /// What stands between the parentheses of a call, and where each argument begins.
    private mutating func arguments() throws(ExpressionMistake) -> ([Node], [Int]) {
        var (arguments, starts): ([Node], [Int]) = ([], [])
        if current?.kind == .symbol(")") {
            index += 1
            return (arguments, starts)
        }
        while true {
            starts.append(current?.position ?? 0)
            arguments.append(try level(0))
            guard current?.kind == .symbol(",") else { break }
            index += 1
        }
        try expect(")")
        return (arguments, starts)
    }

    private mutating func expect(_ symbol: String) throws(ExpressionMistake) {
        guard let token = current else { throw end }
        guard token.kind == .symbol(symbol) else { throw Self.unexpected(token) }
        index += 1
    }

    private mutating func descend(at token: ExpressionToken) throws(ExpressionMistake) {
        guard depth < Self.deepest else { throw ExpressionMistake(.tooDeep, at: token.position) }
        depth += 1
    }

    private static func unexpected(_ token: ExpressionToken) -> ExpressionMistake {
        ExpressionMistake(.unexpectedPart, at: token.position, token.words)
    }
}
