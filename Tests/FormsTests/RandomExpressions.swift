import Allergens
import SeededTesting

@testable import Forms

/// Expressions by chance: most are right, and some are broken.
struct RandomExpressions {
    /// The answers that they name.
    static let answers: [String: VectorValue] = [
        "n": .init(.number(2.5)), "t": .init(.text("a b")), "e": .init(.none),
        "d": .init(.day(CivilDate(daysSinceEpoch: 20_574))),
        "b": .init(.boolean(true)), "z": .init(.number(0)),
    ]

    private static let leaves = [
        "1", "0", "2.5", "-7", ".5", "1000000", "'a'", "''", "'a b'", "'2026-05-01'", "'12'", "\"x\"", "${n}",
        "${t}", "${e}",
        "${d}", "${b}", "${z}", "today()", "now()", "true()", "false()", "'08:30'", "'2026-05-01T08:30:00Z'",
        "'é😀'",
    ]
    private static let operators = [
        "or", "and", "=", "!=", "<", "<=", ">", ">=", "+", "-", "*", "div", "mod",
    ]
    private static let patterns = [
        "a*", "[a-c ]+", "\\\\d{2}", "(a|b)?.*", "[^x]", "a{2", "(", "\\\\w+ \\\\w+",
    ]
    private static let junk = [
        "(", ")", ",", "'", "$", "${", "}", "..", "/", " ", "and", "é", "!", "[", ".", "if(", "regex(",
    ]

    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func next() -> String {
        var text = node(depth: Int.random(in: 0...5, using: &generator))
        guard Int.random(in: 0..<4, using: &generator) == 0 else { return text }
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let place = text.unicodeScalars.indices.randomElement(using: &generator) ?? text.startIndex
            if Bool.random(using: &generator), place < text.endIndex {
                text.unicodeScalars.remove(at: place)
            } else {
                text.unicodeScalars.insert(contentsOf: pick(Self.junk).unicodeScalars, at: place)
            }
        }
        return text
    }

    private mutating func pick(_ list: [String]) -> String { list.randomElement(using: &generator) ?? "" }

    private mutating func node(depth: Int) -> String {
        guard depth > 0 else { return pick(Self.leaves) }
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: return pick(Self.leaves)
        case 1: return "(\(node(depth: depth - 1)))"
        case 2: return "-\(node(depth: depth - 1))"
        case 3, 4: return call(depth: depth - 1)
        default: return "\(node(depth: depth - 1)) \(pick(Self.operators)) \(node(depth: depth - 1))"
        }
    }

    private mutating func call(depth: Int) -> String {
        let function = FormFunction.allCases.randomElement(using: &generator) ?? .not
        if function == .regex {
            return "regex(\(node(depth: depth)), '\(pick(Self.patterns).replacing("\\\\", with: "\\"))')"
        }
        let count = Int.random(
            in: function.arguments.lowerBound...min(3, function.arguments.upperBound), using: &generator)
        let arguments = (0..<count).map { _ in node(depth: depth) }
        return "\(function.rawValue)(\(arguments.joined(separator: ", ")))"
    }
}
