package import Foundation

/// A person's consent to a use of their data, with its time.
package struct Consent: Hashable, Sendable {
    /// A purpose for which personal data is stored.
    ///
    /// A purpose is listed only if the service does something for it.
    package enum Purpose: String, CaseIterable, Sendable, Codable {
        /// Storing what people react to and where they are, in order to warn them: data concerning health,
        /// which may be processed with explicit consent (GDPR, article 9 (2) (a)).
        case warnings
        /// Showing people's reports to others, with their name and the cell of the public grid.
        case reports
        /// Giving people's reports to researchers, without their name and with the cell of the public grid.
        case research
        /// Storing what people note about their health in a diary, for themselves.
        case health
        /// Storing what people keep for when help is needed: medicines, injectors, plans, people to call.
        case help
        /// Storing how people travelled and what was in the air, without the way.
        case trips

        /// The purposes of the service itself.
        ///
        /// An operator who opens an account by command vouches for these.
        package static let ofService: [Purpose] = [.warnings, .reports]
    }

    /// An agreement to a purpose as worded in a version of its text.
    package struct Agreement: Hashable, Sendable, Codable {
        package let purpose: Purpose
        package let version: Int

        package init(to purpose: Purpose, version: Int = Consent.currentVersion) {
            (self.purpose, self.version) = (purpose, version)
        }
    }

    /// How a consent was given.
    package enum Source: String, CaseIterable, Sendable, Codable {
        /// The owner gave it on the service.
        case owner
        /// The operator who opened the account by command vouches for it.
        case command
    }

    package let purpose: Purpose
    /// The version of the text that was agreed to.
    package let version: Int
    package let source: Source
    package let given: Date
    /// The time of its withdrawal; `nil` while it is in force.
    package let withdrawn: Date?

    package init(purpose: Purpose, version: Int, source: Source, given: Date, withdrawn: Date? = nil) {
        self.purpose = purpose
        self.version = version
        self.source = source
        self.given = given
        self.withdrawn = withdrawn
    }

    /// Whether the consent is in force.
    package var stands: Bool { withdrawn == nil }

    /// The current version of the texts.
    ///
    /// It goes up whenever one of them changes its meaning.
    package static let currentVersion = 1
}
