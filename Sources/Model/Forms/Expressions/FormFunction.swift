/// A function that expressions may call, under its name in XForms.
///
/// What each does is said by the ODK XForms specification (https://getodk.github.io/xforms-spec/#xpath-functions).
package enum FormFunction: String, Hashable, Sendable, CaseIterable {
    case coalesce, concat, date, int, not, now, number, regex, round, selected, string, today
    case condition = "if"
    case countSelected = "count-selected"
    case no = "false"
    case stringLength = "string-length"
    case yes = "true"

    /// How many arguments it takes.
    var arguments: ClosedRange<Int> {
        switch self {
        case .no, .now, .today, .yes: 0...0
        case .countSelected, .date, .int, .not, .number, .string, .stringLength: 1...1
        case .coalesce, .regex, .selected: 2...2
        case .round: 1...2
        case .condition: 3...3
        case .concat: 1...20
        }
    }

    /// The names of all, in alphabetical order.
    static let names = allCases.map(\.rawValue).sorted().joined(separator: ", ")
}
