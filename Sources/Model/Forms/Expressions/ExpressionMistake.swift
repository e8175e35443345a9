/// Why the text of an expression is refused, and where.
package struct ExpressionMistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// The closed set of reasons; pages and tests name them.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// There is nothing but spaces.
        case empty
        /// More than ``ExpressionLexer/mostCharacters`` characters, or ``ExpressionLexer/mostTokens`` parts.
        case tooLong
        /// Parentheses within each other, deeper than ``ExpressionParser/deepest``.
        case tooDeep
        case unexpectedCharacter
        /// A text without its closing quotation mark.
        case openText
        /// `${` that is not followed by a name and `}`.
        case brokenReference
        /// A path or a bare name, which XPath allows: here, questions are named as `${name}`.
        case path
        case unexpectedEnd
        case unexpectedPart
        case unknownFunction
        case argumentCount
        /// A pattern of `regex()` that is no literal text, so that it cannot be checked beforehand.
        case computedPattern
        /// A pattern of `regex()` that is not understood.
        case brokenPattern
        /// `.` where there is no own answer.
        case ownAnswer
        /// A question that the form does not have.
        case unknownQuestion
        /// A question that is asked several times, named from outside.
        case repeatedQuestion
        /// A note, a group or a repeat, which have no answers.
        case noAnswer
    }

    package let kind: Kind
    /// The place in the text, counted in Unicode scalars from 0.
    package let position: Int
    /// What is meant, such as the name of the function.
    package let detail: String

    init(_ kind: Kind, at position: Int, _ detail: String = "") {
        self.kind = kind
        self.position = position
        self.detail = detail
    }

    package var description: String { "\(sentence) (character \(position + 1))" }

    private var sentence: String {
        switch kind {
        case .empty: "there is no expression"
        case .tooLong: "the expression is too long"
        case .tooDeep: "there are too many parentheses within each other"
        case .unexpectedCharacter: "“\(detail)” is not understood"
        case .openText: "a quotation mark is missing"
        case .brokenReference: "a question is named as ${name}"
        case .path: "“\(detail)” is a path of XPath; a question is named as ${name}"
        case .unexpectedEnd: "something is missing at the end"
        case .unexpectedPart: "“\(detail)” is not expected here"
        case .unknownFunction:
            "the function \(detail)() is not known; known are \(FormFunction.names)"
        case .argumentCount: "\(detail)() has another number of arguments"
        case .computedPattern: "the pattern of regex() has to be a text in quotation marks"
        case .brokenPattern: "the pattern is not understood: \(detail)"
        case .ownAnswer: "“.” means the own answer, which only a constraint has"
        case .unknownQuestion: "there is no question “\(detail)”"
        case .repeatedQuestion: "“\(detail)” is asked several times and cannot be named outside of its repeat"
        case .noAnswer: "“\(detail)” has no answer"
        }
    }
}
