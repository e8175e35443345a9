package import Alerts
package import Allergens
package import Foundation
import Geography
package import People

/// Words alerts in one language and tone.
///
/// The words are templates in `Resources`, one file for each language. Messages to a subscriber name the day
/// and time by the subscriber's clock. Messages to everybody name the day of a value and no time.
package struct MessageCatalogue: Sendable {
    package let language: Language
    let tone: Tone
    let taxonomy: Taxonomy
    let vocabulary: LanguageMessages
    let figures: Figures

    package init(
        _ language: Language, _ tone: Tone = .adult, units: Units = .metric, taxonomy: Taxonomy = .standard
    ) {
        guard let vocabulary = LanguageMessages.all[language]
        else { preconditionFailure("every language has a vocabulary") }
        self.language = language
        self.tone = tone
        self.taxonomy = taxonomy
        self.vocabulary = vocabulary
        figures = Figures(language: language, locale: vocabulary.locale, units: units)
    }

    /// Fills in a message; `count` selects the form where the count matters.
    func words(
        _ phrase: MessageKey, _ values: [MessageKey.Variable: String] = [:], count: Int = 1
    ) -> String {
        // French treats zero as singular, but no message is about nothing.
        vocabulary.words(phrase, tone, values, isOne: count == 1)
    }

    /// Adds the name of the person concerned, when that is not the reader: "For Mia: …".
    package func addressed(_ text: String, to person: Person?) -> String {
        guard let person else { return text }
        return words(.forPerson, [.person: person.name, .text: text])
    }

    /// An alert in one line: what is in the air, how much, where, when, and the source.
    package func headline(of alert: Alert) -> String {
        let phrase: MessageKey =
            alert.isDisowned ? .disowned : .headline(alert.subject, alert.message)
        let line = words(phrase, values(of: alert), count: alert.reports)
        guard let comment = alert.testimony?.comment, alert.message != .cancel else { return line }
        return words(.headlineWithComment, [.headline: line, .comment: quoted(comment)])
    }

    /// The subject of an alert in a few words, for the title of a notification.
    package func title(of alert: Alert) -> String {
        words(.title(alert.subject, alert.message), values(of: alert), count: alert.reports)
    }

    /// The body of a message to a subscriber, which follows the headline.
    ///
    /// It holds the value, the source, the distance, what people report, why it concerns the reader, the
    /// times, advice, and the medical disclaimer.
    ///
    /// - Parameters:
    ///   - alert: The alert.
    ///   - concern: How it concerns the reader.
    ///   - timeZone: The reader's time zone.
    /// - Returns: Sentences, each for a line of its own.
    package func lines(of alert: Alert, concern: LedgerEntry.Concern, timeZone: TimeZone) -> [String] {
        body(of: alert, concern: concern, timeZone: timeZone) + notes(of: alert, timeZone: timeZone)
    }

    func body(of alert: Alert, concern: LedgerEntry.Concern, timeZone: TimeZone) -> [String] {
        facts(of: alert) + reasons(for: alert, concern: concern) + references(of: alert, in: timeZone)
    }

    func notes(of alert: Alert, timeZone: TimeZone) -> [String] {
        let sent = figures.moment(alert.sent, in: timeZone)
        let expires = figures.moment(alert.expires, in: timeZone)
        return [words(.times, [.sent: sent, .expires: expires])] + instructions
    }

    /// What everybody may read about an alert beside its headline, in sentences.
    package func description(of alert: Alert) -> String { facts(of: alert).joined(separator: " ") }

    /// The only advice: to ask a doctor, because this is not medical advice.
    package var instructions: [String] { [words(.advice), words(.disclaimer)] }

    /// The category of a warning, as the CAP element `event` names it.
    package func event(of alert: Alert) -> String { words(.event(event(for: alert))) }

    /// The area of an alert: a circle of `radius` metres around its station, or the square of its reports.
    package func area(of alert: Alert, radius: Double) -> String {
        guard let finding = alert.finding else {
            let place = alert.publicPosition
            return words(
                .reportArea,
                [.position: figures.position(longitude: place.longitude, latitude: place.latitude)])
        }
        return words(
            .stationArea, [.station: finding.stationName, .distance: figures.distance(radius)])
    }

    /// The title of the public list of alerts, and what the list holds.
    package var feed: (title: String, subtitle: String) { (words(.feedTitle), words(.feedSubtitle)) }

    /// An alert for JSON: for a reader with an account, or without a concern for the public.
    package func message(
        _ alert: Alert, concern: LedgerEntry.Concern?, for person: Person? = nil
    ) -> AlertMessage {
        message(alert, concern: concern, for: person, showsReporter: concern != nil)
    }

    /// An alert for JSON, without what concerns one reader of several with an account.
    package func commonMessage(_ alert: Alert) -> AlertMessage {
        message(alert, concern: nil, for: nil, showsReporter: true)
    }

    private func message(
        _ alert: Alert, concern: LedgerEntry.Concern?, for person: Person?, showsReporter: Bool
    ) -> AlertMessage {
        AlertMessage(
            alert, unit: unit(of: alert), headline: addressed(headline(of: alert), to: person),
            concern: concern, person: person, showsReporter: showsReporter)
    }

    /// The name of an air quality class.
    package func name(of category: AirQualityCategory) -> String { words(.airQuality(category)) }

    /// Advice for an air quality class, in one or two sentences.
    package func advice(_ advice: AirQualityAdvice) -> String { words(.airAdvice(advice)) }

    func name(of allergen: Allergen.ID) -> String {
        let names = taxonomy[allergen]?.names
        return names?[language.rawValue] ?? names?["en"] ?? allergen.rawValue
    }

    func names(of allergens: [Allergen.ID]) -> String {
        allergens.isEmpty ? words(.unknownCause) : figures.list(allergens.map(name(of:)))
    }

    func quoted(_ text: String) -> String { words(.quote, [.text: text]) }

    func unit(of alert: Alert) -> ConcentrationUnit? { alert.allergens.first.flatMap { taxonomy[$0]?.unit } }

    private func event(for alert: Alert) -> MessageKey.Event {
        guard alert.finding != nil else { return .reports }
        return switch alert.allergens.first.flatMap({ taxonomy[$0]?.category }) {
        case .spore: .spore
        case .pollutant: .pollutant
        default: .pollen
        }
    }
}

extension Alert {
    /// The subject of the alert, as far as the wording depends on it.
    var subject: MessageKey.Subject {
        guard finding != nil, level != nil || isDisowned else {
            return allergens.isEmpty ? .unsure : .reports
        }
        return kind == .forecast ? .forecast : .station
    }

    /// Whether it withdraws a value that no longer counts and has no replacement.
    var isDisowned: Bool { message == .cancel && finding != nil && level == nil }

    var reports: Int { testimony?.reports ?? 1 }
}
