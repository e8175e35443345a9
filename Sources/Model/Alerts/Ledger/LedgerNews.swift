package import Allergens
package import People

/// Lines of inboxes that were to disturb, with the alerts that they speak of: each alert once, however many it
/// concerns.
package struct LedgerNews: Sendable {
    /// A line of an inbox.
    package struct Line: Hashable, Sendable {
        /// Grows in the order in which lines are written.
        package let id: Int64
        package let account: Account.ID
        /// The place of the alert among ``LedgerNews/alerts``.
        package let alert: Int
        /// The names of the fences that say so, as a JSON array on one line.
        package let fences: String
        /// Metres from the nearest of these fences to the station, 0 when it stands inside.
        package let distance: Double?
        /// The allergen of the profile that brought it, when the alert's own is only confused with it.
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

    /// In the order of the ledger.
    package let lines: [Line]
    package let alerts: [Alert]
    /// The number of the last line of the ledger that was looked at, of whatever account and channel.
    package let last: Int64

    package init(lines: [Line], alerts: [Alert], last: Int64) {
        self.lines = lines
        self.alerts = alerts
        self.last = last
    }
}

/// What a reader of a live stream brings, and where the ledger stands as the stream opens.
package struct LedgerReader: Hashable, Sendable {
    package let language: Language
    package let tone: Tone
    /// The persons whom the reader cares for, and hears of on the same stream.
    package let persons: [Person]
    /// The numbers of the first and of the newest line that the ledger keeps, 0 when it is empty.
    package let bounds: ClosedRange<Int64>

    package init(language: Language, tone: Tone, persons: [Person] = [], bounds: ClosedRange<Int64>) {
        self.language = language
        self.tone = tone
        self.persons = persons
        self.bounds = bounds
    }
}
