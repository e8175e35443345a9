package import Foundation

/// What somebody allowed to be done with what is known of them, and when.
package struct Consent: Hashable, Sendable {
    /// What personal data are kept for.
    ///
    /// A purpose is here only when something is done for it.
    package enum Purpose: String, CaseIterable, Sendable, Codable {
        /// To keep what somebody reacts to and where they are, so that they are warned: data on health, which may be
        /// processed with explicit consent (GDPR, article 9 (2) (a)).
        case warnings
        /// To show others what somebody reports, with their name and the cell of the public grid.
        case reports
        /// To hand what somebody reports to researchers, without their name and in the cell of the public grid.
        case research

        /// What the service itself is for; whoever opens an account by command vouches for these.
        package static let ofService: [Purpose] = [.warnings, .reports]
    }

    /// That somebody agrees to a purpose as a version of its text puts it.
    package struct Agreement: Hashable, Sendable, Codable {
        package let purpose: Purpose
        package let version: Int

        package init(to purpose: Purpose, version: Int = Consent.currentVersion) {
            (self.purpose, self.version) = (purpose, version)
        }
    }

    /// By which way it was given.
    package enum Source: String, CaseIterable, Sendable, Codable {
        /// Its owner said so to the service.
        case owner
        /// Whoever opened the account by command vouches for it.
        case command
    }

    package let purpose: Purpose
    /// The version of the text that was agreed to.
    package let version: Int
    package let source: Source
    package let given: Date
    /// When it was taken back; `nil` while it stands.
    package let withdrawn: Date?

    package init(purpose: Purpose, version: Int, source: Source, given: Date, withdrawn: Date? = nil) {
        self.purpose = purpose
        self.version = version
        self.source = source
        self.given = given
        self.withdrawn = withdrawn
    }

    /// Whether what it is for may go on.
    package var stands: Bool { withdrawn == nil }

    /// The version of the texts that are shown today: a number more whenever one of them says something else.
    package static let currentVersion = 1
}
