import Allergens
import Foundation
import HealthMetrics
package import Help

/// The words of letters to emergency contacts, who may never have heard of the service.
///
/// They say who, when and where, and judge nothing.
extension MessageCatalogue {
    /// A letter.
    ///
    /// - Returns: The letter without its links.
    package func letter(to letter: OutgoingLetter) -> MailText {
        let purpose = letter.letter.purpose
        let pressed = letter.message?.pressed ?? letter.letter.written
        let body = words(
            .contact(purpose, .body),
            [.name: letter.sender, .time: figures.moment(pressed, in: letter.timeZone)])
        return MailText(
            subject: words(.contact(purpose, .subject), [.name: letter.sender]),
            opening: [body] + details(of: letter)
                + (purpose == .request ? [words(.contact(.request, .otherwise), [.name: letter.sender])] : [])
        )
    }

    private func details(of letter: OutgoingLetter) -> [String] {
        guard let message = letter.message else { return [] }
        return place(message.position) + values(message.values, in: letter.timeZone)
    }

    /// Where somebody is: a place that every map finds, and how exact it is.
    private func place(_ position: SOSPosition?) -> [String] {
        guard let position else { return [words(.sosNoPosition)] }
        var lines = [
            words(.sosPosition, [.position: figures.exactPosition(position.longitude, position.latitude)])
        ]
        if let accuracy = position.accuracy {
            lines.append(words(.sosAccuracy, [.distance: figures.number(Int(accuracy.rounded(.up)))]))
        }
        return lines
    }

    private func values(_ values: [SOSValue], in zone: TimeZone) -> [String] {
        guard !values.isEmpty else { return [] }
        return [words(.sosValues)]
            + values.map { value in
                words(
                    .sosValue,
                    [
                        .name: words(.metric(value.kind)), .value: measured(value.value, value.kind),
                        .time: figures.moment(value.time, in: zone),
                    ])
            }
    }

    /// Where a map shows the position.
    package func sosMap(link: String) -> String { words(.sosMap, [.link: link]) }

    /// Where to agree.
    package func contactRequest(link: String) -> String { words(.contact(.request, .link), [.link: link]) }

    /// Where to end it.
    package func contactEnd(link: String) -> String { words(.contactEnd, [.link: link]) }

    /// The label of an answer.
    package func label(of answer: ContactInvitation.Answer) -> String { words(.contactAnswer(answer)) }

    /// The page of a contact: its title, and what holds.
    package func page(of invitation: ContactInvitation) -> (title: String, body: String) {
        let part: MessageKey.ContactPage =
            switch invitation.agreement {
            case .agreed: .agreed
            case .declined: .declined
            case .notAsked, .asked: invitation.isOld ? .old : .question
            }
        let values: [MessageKey.Variable: String] = [.name: invitation.sender]
        return (words(.contactPage(.title), values), words(.contactPage(part), values))
    }
}

extension Figures {
    /// A position to a metre, in the decimal degrees that every map takes: latitude and longitude.
    fileprivate func exactPosition(_ longitude: Double, _ latitude: Double) -> String {
        [latitude, longitude].map { degrees in
            degrees.formatted(
                .number.precision(.fractionLength(5)).locale(Locale(identifier: "en_US_POSIX")))
        }.joined(separator: ", ")
    }
}
