package import Allergens

/// What an expression yields, with the conversions of XPath 1.0 (section 4) and those of XForms for days and times.
package enum FormValue: Hashable, Sendable {
    case text(String)
    case number(Double)
    case boolean(Bool)
    case day(CivilDate)
    case moment(FormMoment)

    /// No answer.
    package static let none = FormValue.text("")

    /// Whether there is none: an empty text, or a number that is none.
    package var isNone: Bool {
        switch self {
        case .text(let text): text.isEmpty
        case .number(let number): number.isNaN
        case .boolean, .day, .moment: false
        }
    }

    package var text: String {
        switch self {
        case .text(let text): text
        case .number(let number): DecimalText.of(number)
        case .boolean(let boolean): boolean ? "true" : "false"
        case .day(let day): day.description
        case .moment(let moment): moment.description
        }
    }

    package var boolean: Bool {
        switch self {
        case .text(let text): !text.isEmpty
        case .number(let number): !number.isNaN && number != 0
        case .boolean(let boolean): boolean
        case .day, .moment: true
        }
    }

    /// The number; a day is its days since 1970-01-01, and a time its part of a day.
    ///
    /// Texts of a day and time that say no offset have the one given, in minutes east of UTC.
    func number(offset: Int) -> Double {
        switch self {
        case .text(let text): Self.number(of: text, offset: offset)
        case .number(let number): number
        case .boolean(let boolean): boolean ? 1 : 0
        case .day(let day): Double(day.daysSinceEpoch)
        case .moment(let moment): moment.days
        }
    }

    private static func number(of text: String, offset: Int) -> Double {
        let number = DecimalText.number(text)
        guard number.isNaN else { return number }
        if let day = CivilDate(text) { return Double(day.daysSinceEpoch) }
        if let moment = FormMoment(text, offset: offset) { return moment.days }
        guard let time = FormMoment.time(Array(text.utf8)[...]) else { return .nan }
        return Double(time) / Double(FormMoment.millisecondsOfDay)
    }

    /// The words of a text, as an answer with several choices has them.
    var words: [String] {
        text.unicodeScalars.split(whereSeparator: ExpressionLexer.isSpace).map { String(Substring($0)) }
    }
}

extension String {
    /// Whether two texts consist of the same characters; Swift's `==` also takes a letter with an accent for the two.
    func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
