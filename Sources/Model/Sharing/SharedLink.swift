package import Foundation

/// Files that a person shares by a link: a SMART Health Link (HL7, STU 1).
///
/// The files are encrypted with a key that is only in the link. The service keeps what it cannot read.
package struct SharedLink: Hashable, Sendable, Identifiable {
    package struct ID: RawRepresentable, Hashable, Sendable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }
    }

    /// Whether it can be opened.
    package enum State: String, CaseIterable, Sendable, Codable {
        case open
        /// Its time is over.
        case expired
        /// The person has closed it.
        case closed
        /// Its passcode was wrong too often.
        case locked
        /// It was opened ``SharedLink/mostOpenings`` times.
        case usedUp
    }

    /// What it shares, which decides what the person has to agree to.
    package enum Purpose: String, CaseIterable, Sendable, Codable {
        /// Days of the diary, for a doctor.
        case diary
        /// What helps in an emergency, for who looks after the person.
        case help

        /// What its files may hold.
        package var contentTypes: Set<SharedFile.ContentType> {
            switch self {
            case .diary: [.fhir, .healthCard]
            case .help: [.help]
            }
        }

        /// The most bytes of all its files as they are kept.
        package var mostBytes: Int {
            switch self {
            case .diary: 4 << 20
            // Photographs of plans and letters.
            case .help: 12 << 20
            }
        }
    }

    /// An attempt to open it.
    package struct Opening: Hashable, Sendable {
        package enum Outcome: String, CaseIterable, Sendable, Codable {
            case opened, wrongPasscode
        }

        package let at: Date
        /// Who opened it, in their own words.
        package let recipient: String
        package let outcome: Outcome

        package init(at: Date, recipient: String, outcome: Outcome) {
            self.at = at
            self.recipient = recipient
            self.outcome = outcome
        }
    }

    /// The most links of a person that can be opened at the same time.
    package static let limit = 20
    /// How often a passcode may be wrong.
    package static let attempts = 5
    /// The most times that it can be opened.
    package static let mostOpenings = 500
    /// The longest life in seconds: a year.
    package static let longestLife: TimeInterval = 366 * 86_400
    /// For how long its files can be read after it was opened, in seconds: an hour, the longest that SMART Health
    /// Links allow.
    package static let ticketLife: TimeInterval = 3_600
    package let id: ID
    package let purpose: Purpose
    /// What the person calls it; a viewer shows it to the recipient.
    package let label: String
    package let hasPasscode: Bool
    package let made: Date
    package let expires: Date
    package let state: State
    /// How often the passcode may still be wrong.
    package let attemptsLeft: Int
    /// The newest first.
    package let openings: [Opening]

    package init(
        id: ID, purpose: Purpose, label: String, hasPasscode: Bool, made: Date, expires: Date, state: State,
        attemptsLeft: Int,
        openings: [Opening]
    ) {
        self.id = id
        self.purpose = purpose
        self.label = label
        self.hasPasscode = hasPasscode
        self.made = made
        self.expires = expires
        self.state = state
        self.attemptsLeft = attemptsLeft
        self.openings = openings
    }
}

/// A file behind a link, encrypted.
package struct SharedFile: Hashable, Sendable {
    /// What it holds once decrypted.
    package enum ContentType: String, CaseIterable, Sendable {
        case fhir = "application/fhir+json"
        case healthCard = "application/smart-health-card"
        /// What helps in an emergency, as the page /handed shows it.
        case help = "application/vnd.breathe-easy.help+json"
    }

    package let contentType: ContentType
    /// A JSON Web Encryption in compact form (RFC 7516, section 7.1).
    package let content: String

    package init(_ contentType: ContentType, _ content: String) {
        self.contentType = contentType
        self.content = content
    }
}

/// A link that a person is about to share.
package struct SharedLinkDraft: Sendable {
    package let purpose: SharedLink.Purpose
    package let label: String
    package let passcode: String?
    package let expires: Date
    package let files: [SharedFile]

    package init(
        for purpose: SharedLink.Purpose, label: String, passcode: String?, expires: Date, files: [SharedFile]
    ) {
        self.purpose = purpose
        self.label = label
        self.passcode = passcode
        self.expires = expires
        self.files = files
    }
}

/// What became of an attempt to open a link.
package enum SharedLinkAnswer: Sendable {
    /// The files, and the ticket with which each can be read for ``SharedLink/ticketLife``.
    case opened([SharedFile], ticket: String)
    /// How often it may still be wrong.
    case wrongPasscode(left: Int)
    /// There is no such link, or it can no longer be opened.
    case unknown
}
