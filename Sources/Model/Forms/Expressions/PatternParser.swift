/// Reads a pattern by descent: alternatives, their pieces, and what is repeated.
struct PatternParser {
    private typealias Node = TextPattern.Node

    /// How deep groups may be within each other.
    private static let deepest = 16
    private static let mostRepeats = 1_000

    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var depth = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    mutating func whole() throws(PatternMistake) -> TextPattern.Node {
        let node = try alternatives()
        guard index == scalars.count else { throw mistake(.open) }
        guard node.size <= TextPattern.largest else { throw PatternMistake(reason: .size, position: 0) }
        return node
    }

    private var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private func mistake(_ reason: PatternMistake.Reason) -> PatternMistake {
        PatternMistake(reason: reason, position: index)
    }

    private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard current == scalar else { return false }
        index += 1
        return true
    }

    private mutating func alternatives() throws(PatternMistake) -> Node {
        var nodes = [try sequence()]
        while skip("|") { nodes.append(try sequence()) }
        return nodes.count == 1 ? nodes[0] : .choice(nodes)
    }

    private mutating func sequence() throws(PatternMistake) -> Node {
        var nodes: [Node] = []
        // The whole text has to match, so that anchors at its ends change nothing.
        if depth == 0 { _ = skip("^") }
        while let scalar = current, scalar != "|", scalar != ")" {
            if scalar == "$" {
                index += 1
                guard depth == 0, current == nil || current == "|" else { throw mistake(.anchor) }
                break
            }
            nodes.append(try piece(scalar))
        }
        let node = Node.sequence(nodes)
        guard node.size <= TextPattern.largest else { throw mistake(.size) }
        return node
    }

    private mutating func piece(_ scalar: Unicode.Scalar) throws(PatternMistake) -> Node {
        let node = try atom(scalar)
        guard let (least, most) = try bounds() else { return node }
        // Which of several matches is found does not matter here.
        _ = skip("?")
        if let scalar = current, ["*", "+", "?", "{"].contains(scalar) { throw mistake(.quantifier) }
        let repeated = Node.repeated(node, least, most)
        guard repeated.size <= TextPattern.largest else { throw mistake(.size) }
        return repeated
    }

    private mutating func bounds() throws(PatternMistake) -> (Int, Int?)? {
        if skip("*") { return (0, nil) }
        if skip("+") { return (1, nil) }
        if skip("?") { return (0, 1) }
        guard skip("{") else { return nil }
        guard let least = number() else { throw mistake(.bounds) }
        var most: Int? = least
        if skip(",") { most = current == "}" ? nil : number() ?? -1 }
        guard skip("}"), most.map({ $0 >= least }) != false else { throw mistake(.bounds) }
        return (least, most)
    }

    private mutating func number() -> Int? {
        var number: Int?
        while let scalar = current, ExpressionLexer.isDigit(scalar) {
            number = (number ?? 0) * 10 + Int(scalar.value - 48)
            guard number ?? 0 <= Self.mostRepeats else { return nil }
            index += 1
        }
        return number
    }

    private mutating func atom(_ scalar: Unicode.Scalar) throws(PatternMistake) -> Node {
        switch scalar {
        case "(": return try group()
        case "[": return .set(try set())
        case "\\":
            index += 1
            return .set(try escaped())
        case "^": throw mistake(.anchor)
        case "*", "+", "?": throw mistake(.quantifier)
        case "{": throw mistake(.character)
        default:
            index += 1
            return .set(scalar == "." ? .any : ScalarSet(scalar))
        }
    }

    private mutating func group() throws(PatternMistake) -> Node {
        guard depth < Self.deepest else { throw mistake(.size) }
        index += 1
        if skip("?"), !skip(":") { throw mistake(.group) }
        depth += 1
        let node = try alternatives()
        depth -= 1
        guard skip(")") else { throw mistake(.open) }
        return node
    }

    /// What stands after a backslash.
    private mutating func escaped() throws(PatternMistake) -> ScalarSet {
        guard let scalar = current else { throw mistake(.escape) }
        index += 1
        if let set = ScalarSet(escaped: scalar) { return set }
        switch scalar {
        case "n": return ScalarSet("\n")
        case "r": return ScalarSet("\r")
        case "t": return ScalarSet("\t")
        case _
        where (33...126).contains(scalar.value) && !ExpressionLexer.isDigit(scalar)
            && (!ExpressionLexer.isNameStart(scalar) || scalar == "_"):
            return ScalarSet(scalar)
        default:
            index -= 1
            throw mistake(.escape)
        }
    }

    private mutating func set() throws(PatternMistake) -> ScalarSet {
        index += 1
        var set = ScalarSet([], isInverted: skip("^"))
        while let scalar = current, scalar != "]" {
            let first = try member(scalar)
            // A minus at the end, or beside a set such as `\d`, is one of the characters.
            guard current == "-", index + 1 < scalars.count, scalars[index + 1] != "]" else {
                guard !first.isInverted else { throw mistake(.set) }
                set.ranges += first.ranges
                continue
            }
            index += 1
            let last = try member(scalars[index])
            guard let from = first.single, let to = last.single, from <= to else { throw mistake(.set) }
            set.ranges.append(from...to)
        }
        guard !set.ranges.isEmpty, skip("]") else { throw mistake(.set) }
        return set
    }

    private mutating func member(_ scalar: Unicode.Scalar) throws(PatternMistake) -> ScalarSet {
        // Engines differ in what these mean within brackets.
        guard scalar != "[", scalar != "&" else { throw mistake(.set) }
        index += 1
        return scalar == "\\" ? try escaped() : ScalarSet(scalar)
    }
}

extension ScalarSet {
    /// The character, if it is one.
    fileprivate var single: UInt32? {
        guard ranges.count == 1, !isInverted, ranges[0].count == 1 else { return nil }
        return ranges[0].lowerBound
    }
}
