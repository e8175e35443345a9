package import Allergens
package import People

/// Lines of inboxes that disturb their readers, with their alerts: each alert once, however many lines it
/// has.
package struct LedgerNews: Sendable {
    /// A line of an inbox.
    package struct Line: Hashable, Sendable {
        /// Grows in the order in which lines are written.
        package let id: Int64
        package let account: Account.ID
        /// The index of the alert in ``LedgerNews/alerts``.
        package let alert: Int
        /// The names of the fences that the alert concerns, as a JSON array on one line.
        package let fences: String
        /// Metres from the nearest of these fences to the station; 0 when the station is inside.
        package let distance: Double?
        /// The allergen of the profile with which the alert's allergen cross-reacts, when that alone is the
        /// reason.
        package let crossReaction: Allergen.ID?

        package init(
            id: Int64, account: Account.ID, alert: Int, fences: String, distance: Double? = nil,
            crossReaction: Allergen.ID? = nil
        ) {
            self.id = id
            self.account = account
            self.alert = alert
            self.fences = fences
            self.distance = distance
            self.crossReaction = crossReaction
        }
    }

    /// The lines in the order of the ledger.
    package let lines: [Line]
    package let alerts: [Alert]
    /// The names of their reporters that are those of experts.
    package let experts: Set<String>
    /// The number of the last line of the ledger that was read, for any account and channel.
    package let last: Int64

    package init(lines: [Line], alerts: [Alert], experts: Set<String> = [], last: Int64) {
        self.lines = lines
        self.alerts = alerts
        self.experts = experts
        self.last = last
    }
}

/// The reader of a live stream, and the extent of the ledger when the stream opens.
package struct LedgerReader: Hashable, Sendable {
    package let language: Language
    package let tone: Tone
    /// The persons in the reader's care, whose alerts come on the same stream.
    package let persons: [Person]
    /// The numbers of the first and the newest line in the ledger; 0 when it is empty.
    package let bounds: ClosedRange<Int64>

    package init(language: Language, tone: Tone, persons: [Person] = [], bounds: ClosedRange<Int64>) {
        self.language = language
        self.tone = tone
        self.persons = persons
        self.bounds = bounds
    }
}
