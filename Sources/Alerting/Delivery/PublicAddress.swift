package import Alerts
package import Allergens
import Foundation
package import Geography
import Help
package import People
import Studies

/// The public base URL of the service, for links in messages.
package struct PublicAddress: Hashable, Sendable {
    private let base: String

    /// Creates the base URL of a service.
    ///
    /// Returns `nil` when the text is not an `http` or `https` URL with a host, or has a query or fragment.
    package init?(_ text: String) {
        guard let url = URL(string: text), url.scheme == "https" || url.scheme == "http",
            url.host()?.isEmpty == false, url.query() == nil, url.fragment() == nil
        else { return nil }
        base = text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// Links that are relative to the page that shows them.
    package static let relative = PublicAddress()

    private init() { base = "" }

    /// The address without a trailing slash.
    package var text: String { base }

    /// The host name; `nil` when the address is relative.
    package var host: String? { URL(string: base)?.host() }

    /// The start page.
    package var start: String { base + "/" }

    /// The page with a subscriber's alerts.
    package var inbox: String { base + "/inbox" }

    /// The page that says what the service is for, and on which rules its advice rests.
    package var purpose: String { base + "/purpose" }

    /// The page with a subscriber's channels.
    package var channels: String { base + "/channels" }

    /// The page on which reminders are changed and stopped.
    package var reminders: String { base + "/reminders" }

    /// The page of the diary on a day, of the reader or of a person in their care.
    package func diary(on day: CivilDate, of person: Person.ID?) -> String {
        "\(base)/diary?day=\(day)" + (person.map { "&person=\($0.rawValue)" } ?? "")
    }

    /// The page on which a reminder is answered without signing in; a POST of the answer to it does the same.
    ///
    /// It is `nil` if there is nothing to answer.
    package func answer(to reminder: OutgoingReminder) -> String? {
        switch reminder.subject {
        case .diary: "\(base)/v1/reminders/\(reminder.token)"
        case .help(let matter):
            matter.answers.isEmpty ? nil : "\(base)/v1/help/reminders/\(reminder.token)"
        case .study: nil
        }
    }

    /// The page about what a reminder is about.
    package func page(about reminder: OutgoingReminder) -> String {
        switch reminder.subject {
        case .diary: diary(on: reminder.day, of: reminder.person?.id)
        case .help(.injector): page("injectors", of: reminder.person)
        case .help(.review): page("plan", of: reminder.person)
        case .help(.doses): page("immunotherapy", of: reminder.person)
        case .help(.intake), .help(.appointment), .help(.refill), .help(.expiry):
            page("medicines", of: reminder.person)
        case .study(let study): "\(base)/studies/answer?study=\(study.rawValue)"
        }
    }

    /// The page on which reminders of a kind are changed and stopped.
    package func settings(of reminder: OutgoingReminder) -> String {
        switch reminder.subject {
        case .diary: reminders
        case .help: page(about: reminder)
        case .study: "\(base)/v1/study-reminders/\(reminder.token)"
        }
    }

    /// The page on which a contact agrees to be written to, or ends it, without signing in.
    package func invitation(opening token: String) -> String { "\(base)/v1/contacts/\(token)" }

    /// The map at the exact place of somebody.
    package func map(at place: Coordinate) -> String { base + MapLink(toSomebodyAt: place).path }

    /// The page about what a notice tells, with what can be done about it.
    package func page(about notice: OutgoingNotice) -> String {
        switch notice.notice.matter {
        case .linkOpened, .linkLocked:
            page("sharing", of: notice.person)
        case .metricOutsideOften: "\(base)/emergency"
        case .metricOutside, .feedSilent: page("values", of: notice.person)
        case .metricUnusual: page("diary", of: notice.person)
        case .alertFlagged: "\(base)/moderation"
        case .article(.submitted, _): "\(base)/review"
        case .article: "\(base)/write"
        case .studyMessage: "\(base)/account"
        }
    }

    /// A page about the reader, or about a person in their care.
    private func page(_ name: String, of person: Person?) -> String {
        "\(base)/\(name)" + (person.map { "?person=\($0.id.rawValue)" } ?? "")
    }

    /// Whether the address is reached through TLS.
    package var isSecure: Bool { base.hasPrefix("https:") }

    /// The map at an alert's public position, on the day that the alert is about.
    package func map(of alert: Alert) -> String { base + MapLink(to: alert).path }

    /// The page on which the owner of an e-mail address confirms it.
    package func confirmation(of channel: Channel.ID, code: String) -> String {
        "\(base)/v1/channels/\(channel.rawValue)/confirmation?code=\(code)"
    }

    /// The page on which one click stops the messages of a channel.
    package func unsubscription(of channel: Channel.ID, token: String) -> String {
        "\(base)/v1/channels/\(channel.rawValue)/unsubscription?token=\(token)"
    }
}
