import Foundation
import Geography
import HTTP
import Help

/// What is sent when somebody presses SOS.
struct SOSRequest: StrictDocument {
    static let members: Set = ["position"]

    struct PositionRequest: Decodable {
        let longitude: Double
        let latitude: Double
        let accuracy: Double?
    }

    /// No device gives a position that is less exact, in metres: half around the Earth.
    private static let accuracies = 0.0...20_100_000

    let position: PositionRequest?

    func checked() throws -> SOSPosition? {
        guard let position else { return nil }
        var mistakes = Mistakes(.invalidRecord)
        let place = Coordinate(longitude: position.longitude, latitude: position.latitude)
        if place == nil {
            mistakes.note(
                "/position", "A position has a longitude of −180 to 180 and a latitude of −90 to 90.")
        }
        if let accuracy = position.accuracy, !Self.accuracies.contains(accuracy) {
            mistakes.note("/position/accuracy", "This is a number of metres, 0 to 20100000.")
        }
        try mistakes.check()
        return place.map { SOSPosition($0, accuracy: position.accuracy) }
    }
}

/// What became of an SOS.
struct SOSAnswer: Encodable {
    struct LineAnswer: Encodable {
        let contact: String
        let name: String
        let state: String
        /// Why it cannot be delivered.
        let reason: SOSCall.Obstacle?

        init(_ line: SOSCall.Line) {
            (contact, name) = (line.contact.rawValue, line.name)
            switch line.outcome {
            case .undeliverable(let obstacle): (state, reason) = ("undeliverable", obstacle)
            case .letter(let letter): (state, reason) = (letter.rawValue, nil)
            }
        }
    }

    let id: String
    let pressed: Date
    let position: Bool
    let values: Bool
    let contacts: [LineAnswer]

    init(_ call: SOSCall) {
        (id, pressed) = (call.id.rawValue, call.pressed)
        (position, values) = (call.hasPosition, call.hasValues)
        contacts = call.lines.map(LineAnswer.init)
    }
}

/// Each SOS, the newest first.
struct SOSListAnswer: Encodable {
    let sos: [SOSAnswer]
}

/// A letter to a contact, and what became of it.
struct ContactLetterAnswer: Encodable {
    let id: String
    let kind: ContactLetter.Purpose
    let contact: String
    let name: String
    let email: String
    let sos: String?
    let written: Date
    let state: ContactLetter.State

    init(_ letter: ContactLetter) {
        (id, kind, contact) = (letter.id, letter.purpose, letter.contact.rawValue)
        (name, email, sos) = (letter.name, letter.address, letter.sos?.rawValue)
        (written, state) = (letter.written, letter.state)
    }
}

/// Everything that was sent to contacts.
struct ContactLogAnswer: Encodable {
    let sos: [SOSAnswer]
    let letters: [ContactLetterAnswer]

    init(_ log: ContactLog) {
        sos = log.calls.map(SOSAnswer.init)
        letters = log.letters.map(ContactLetterAnswer.init)
    }
}

/// What contacts are told, as it is sent and read.
struct SOSSettingsDocument: StrictDocument, Encodable {
    static let members: Set = ["name", "values"]

    let name: String
    let values: Bool

    init(_ settings: SOSSettings) { (name, values) = (settings.name, settings.includesValues) }

    func checked() throws -> SOSSettings {
        var mistakes = Mistakes(.invalidRecord)
        mistakes.text(name, within: 0...SOSSettings.nameLength, at: "/name")
        try mistakes.check()
        return SOSSettings(name: name, includesValues: values)
    }
}

/// The answer of a contact, and what it led to, in JSON.
struct ContactReply: StrictDocument {
    static let members: Set = ["answer"]

    let answer: String

    func checked() throws -> ContactInvitation.Answer {
        var mistakes = Mistakes(.invalidRecord)
        let word = mistakes.word(answer, at: "/answer", as: ContactInvitation.Answer.self)
        try mistakes.check()
        guard let word else { preconditionFailure("what was checked has no mistakes") }
        return word
    }
}

struct ContactReplyAnswer: Encodable {
    let name: String
    let agreement: EmergencyContact.Agreement
    /// What can be answered now.
    let answers: [String]

    init(_ invitation: ContactInvitation) {
        (name, agreement) = (invitation.sender, invitation.agreement)
        answers = invitation.answers.map(\.rawValue)
    }
}
