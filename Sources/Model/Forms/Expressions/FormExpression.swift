/// An expression of a form, in the subset of XPath 1.0 that forms for spreadsheets use.
///
/// Questions are named as `${name}`, and `.` is the own answer. There are texts, numbers, `or`, `and`, comparisons,
/// `+`, `-`, `*`, `div`, `mod`, and the functions of ``FormFunction``; paths are refused. An expression that was read
/// can always be evaluated.
package struct FormExpression: Hashable, Sendable {
    /// An operator between two values.
    package enum Operation: String, Hashable, Sendable {
        case or, and
        case equal = "="
        case unequal = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case plus = "+"
        case minus = "-"
        case times = "*"
        case divided = "div"
        case modulo = "mod"
    }

    /// A part of an expression.
    package indirect enum Node: Hashable, Sendable {
        case text(String)
        case number(Double)
        /// The answer to the question of this name.
        case answer(String)
        /// The own answer.
        case own
        case call(FormFunction, [Node])
        case operation(Operation, Node, Node)
        case negative(Node)
        /// Whether a value matches a pattern as a whole.
        case matches(Node, TextPattern)
    }

    /// A place where a question is named.
    package struct Reference: Hashable, Sendable {
        package let name: String
        /// Counted in Unicode scalars from 0.
        package let position: Int
    }

    /// The text, with straight quotation marks.
    package let text: String
    /// What it consists of.
    package let root: Node
    /// The questions it names, in their order.
    package let references: [Reference]
    /// Where it names its own answer for the first time; `nil` if it does not.
    package let ownPosition: Int?
    /// The steps of all its patterns together.
    let patternSteps: Int

    /// Reads an expression.
    ///
    /// Typographic quotation marks, which spreadsheets put in place of straight ones, count as straight.
    ///
    /// - Throws: The first ``ExpressionMistake``.
    package init(_ text: String) throws(ExpressionMistake) {
        self.text = Self.straightened(text)
        var parser = ExpressionParser(try ExpressionLexer.tokens(of: self.text))
        root = try parser.whole()
        references = parser.references
        ownPosition = parser.ownPosition
        patternSteps = parser.patternSteps
    }

    private static func straightened(_ text: String) -> String {
        var straight = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{2018}", "\u{2019}": straight.append("'")
            case "\u{201C}", "\u{201D}": straight.append("\"")
            case "\u{00A0}": straight.append(" ")
            default: straight.append(scalar)
            }
        }
        return String(straight)
    }
}
