package import Alerting
package import Alerts
package import Allergens
import Authentication
package import Delivery
package import Foundation
package import Maps
package import Observations
package import People
package import Rendering
package import Storage

/// The network's stores and services, as every command uses them.
package struct Network: Sendable {
    package let store: SQLiteStore
    /// The public address of the service, if configured.
    let publicAddress: PublicAddress?
    /// The store of logins.
    package let logins: SQLiteLoginStore
    package let taxonomy = Taxonomy.standard
    /// The interpolated fields of recent requests.
    package let fields: FieldCache
    /// Distributes new ledger entries to the streams of their accounts.
    package let hub = LiveHub()
    /// Opens live streams and sends them the ledger entries that they missed.
    package let feed: LiveFeed
    /// Passes new ledger entries to the hub, in order.
    package let follower: LedgerFollower
    /// Notifies all observers of new ledger entries.
    package let ledger: LedgerObservers
    package let layers: LayerCatalogue
    package let readings: ReadingService
    package let forecasts: ForecastService
    private let accounts: AccountService
    let reports: ReportService
    package let fences: FenceService
    let previews: AlertPreviewService
    package let tiles: TileService
    package let markers: MarkerService
    private let alerts: AlertMarkerCache
    package let air: AirService
    /// The slots for uploads and pulled feeds that must be held in memory as a whole.
    package let documents = DocumentSlots()

    /// Opens the database and reads the definitions.
    ///
    /// - Parameters:
    ///   - configuration: Where to find them.
    ///   - cache: The page cache limit of each database connection, in kibibytes.
    /// - Throws: An error if one of them cannot be read.
    package init(_ configuration: ServerConfiguration, cache: Int = SQLiteStore.usualCache) throws {
        store = try configuration.openArchive(taxonomy: taxonomy, cache: cache)
        publicAddress = configuration.publicAddress
        logins = SQLiteLoginStore(store: store)
        layers = try LayerCatalogue(directory: configuration.tiles)
        fields = FieldCache(source: store, taxonomy: taxonomy)
        feed = LiveFeed(hub: hub, ledger: store)
        follower = LedgerFollower(ledger: store, hub: hub)
        ledger = LedgerObservers(follower: follower, outbox: LedgerSignal())
        readings = ReadingService(
            store: store, watcher: ledger,
            policy: AlertPolicy(taxonomy: taxonomy, gauge: MapFieldSampler()), taxonomy: taxonomy)
        forecasts = ForecastService(
            store: store, watcher: ledger, taxonomy: taxonomy, gauge: MapFieldSampler())
        accounts = AccountService(store: store, watcher: ledger)
        reports = ReportService(store: store, watcher: ledger, rules: configuration.reportRules)
        fences = FenceService(store: store)
        previews = AlertPreviewService(store: store, gauge: MapFieldSampler(), taxonomy: taxonomy)
        tiles = TileService(fields: fields)
        alerts = AlertMarkerCache(source: store, fields: fields)
        markers = MarkerService(
            stations: StationMarkerCache(stations: store, fields: fields, taxonomy: taxonomy), alerts: alerts,
            tiles: tiles, taxonomy: taxonomy)
        air = AirService(fields: fields, taxonomy: taxonomy)
    }

    /// Stores readings and forecasts submitted by command.
    package func take(
        _ readings: [Reading], forecasts: [Forecast], at now: Date
    ) async throws -> IntakeCounts {
        try await take(Submission(readings: readings, forecasts: forecasts, by: .command), at: now)
    }

    /// Stores a submission, sends the alerts that it causes, and updates the maps.
    package func take(_ submission: Submission, at now: Date) async throws -> IntakeCounts {
        try await take(PreparedSubmission(submission, at: now), at: now)
    }

    /// Stores a prepared submission, sends its alerts, and updates the maps.
    func take(_ submission: PreparedSubmission, at now: Date) async throws -> IntakeCounts {
        let counts = try await readings.take(submission, at: now)
        fields.note(counts.changed)
        return counts
    }

    /// Applies decisions about stored values, sends the alerts that they cause, and updates the maps.
    ///
    /// - Returns: Whether each decision changed something, or `nil` if there is no such value.
    package func decide(
        _ decisions: [ReadingDecision], at station: Station.ID, by submitter: Submitter, now: Date
    ) async throws -> [Bool?] {
        let (outcomes, changed) = try await readings.decide(
            decisions, at: station, by: submitter, now: now)
        fields.note(changed)
        return outcomes
    }

    /// Stores a report, sends the alerts that it causes, and updates the maps.
    package func take(_ report: Report, at now: Date) async throws -> Alert {
        let alert = try await reports.take(report, at: now)
        alerts.note()
        return alert
    }

    /// Confirms, withdraws, flags or hides reports, and updates the maps.
    package func changeReports<Outcome>(
        _ act: (ReportService) async throws -> Outcome
    ) async throws -> Outcome {
        let outcome = try await act(reports)
        alerts.note()
        return outcome
    }

    /// Opens an account with a token.
    ///
    /// The operator vouches for the owner's consents.
    ///
    /// - Returns: The token, which is never shown again, or `nil` if the name is taken.
    package func createAccount(named name: String, at now: Date) async throws -> String? {
        do {
            return try await createAccount(named: name, address: nil, at: now)
        } catch AccountRefusal.nameTaken {
            return nil
        }
    }

    /// Withdraws an account's consent, and removes the data that depend on it.
    ///
    /// For warnings these are its fences and the health data in its profile and its answers, and those of its
    /// persons. For reports these are its standing reports.
    ///
    /// - Returns: `false` if there is no consent to withdraw.
    package func withdrawConsent(
        to purpose: Consent.Purpose, of account: Account.ID, at now: Date
    ) async throws -> Bool {
        let stood = try await store.withdrawConsent(to: purpose, of: account, at: now)
        switch purpose {
        case .warnings:
            let persons = try await store.persons(of: account).map(\.account)
            for account in [account] + persons { try await forgetHealth(of: account, at: now) }
        case .reports: try await withdrawReports(of: account, at: now)
        // Nothing is stored for research. Researchers read the reports that exist when they ask.
        case .research: break
        }
        return stood
    }

    /// Removes an account's fences, and the health data in its profile and its answers.
    private func forgetHealth(of account: Account.ID, at now: Date) async throws {
        for fence in try await store.fences(of: account) {
            _ = try await store.remove(fence.id, of: account)
        }
        _ = try await store.change(profileOf: account, at: now) { profile in
            var profile = profile
            profile.watches = []
            profile.isCrossReactive = Profile().isCrossReactive
            return profile
        }
        try await store.removeWelcomeQuiz(of: account)
    }

    /// Withdraws all standing reports of an account.
    private func withdrawReports(of account: Account.ID, at now: Date) async throws {
        var last: Int64 = 0
        while true {
            let page = try await store.ownReports(of: account, after: last, limit: 100, at: now)
            for report in page where report.stands {
                try await changeReports { try await $0.withdraw(report.alert, by: account, at: now) }
            }
            guard let next = page.last?.number else { return }
            last = next
        }
    }

    /// Deletes an account with all of its data, ends its open streams, and stops all messages to it.
    package func delete(_ account: Account.ID, at now: Date) async throws {
        try await accounts.delete(account, at: now)
        hub.close(account)
        alerts.note()
    }
}

extension SQLiteStore: DayValueSource, InquiryStore, AlertPreviewStore, StationSource, StandingAlertSource,
    CredentialStore, LedgerStore, FenceStore, OutboxStore, ChannelStore, AlertRevisionStore
{
}
