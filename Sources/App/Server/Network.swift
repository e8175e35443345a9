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

/// The parts of the network, joined: what every act of the program works with.
package struct Network: Sendable {
    package let store: SQLiteStore
    /// Where the service is reached from outside, when that is configured.
    let publicAddress: PublicAddress?
    /// Who gets in, and how.
    package let logins: SQLiteLoginStore
    package let taxonomy = Taxonomy.standard
    package let fields: FieldCache
    package let hub = LiveHub()
    package let feed: LiveFeed
    package let follower: LedgerFollower
    /// Tells everybody of new lines in the ledger.
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
    /// Where uploads and pulled feeds wait that have to be held in memory as a whole.
    package let documents = DocumentSlots()

    /// Opens the database and reads the definitions.
    ///
    /// - Parameters:
    ///   - configuration: Where they are.
    ///   - cache: Kibibytes of the database's pages that each connection holds at most.
    /// - Throws: Why one of them cannot be read.
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

    /// Keeps readings and forecasts that come by command.
    package func take(
        _ readings: [Reading], forecasts: [Forecast], at now: Date
    ) async throws -> IntakeCounts {
        try await take(Submission(readings: readings, forecasts: forecasts, by: .command), at: now)
    }

    /// Keeps what came, alerts whom it concerns, and lets the maps follow.
    package func take(_ submission: Submission, at now: Date) async throws -> IntakeCounts {
        try await take(PreparedSubmission(submission, at: now), at: now)
    }

    /// Keeps what came and was prepared before.
    func take(_ submission: PreparedSubmission, at now: Date) async throws -> IntakeCounts {
        let counts = try await readings.take(submission, at: now)
        fields.note(counts.changed)
        return counts
    }

    /// Decides about values that are kept, alerts whom that concerns, and lets the maps follow.
    ///
    /// - Returns: For each decision whether something changed, or `nil` when there is no such value.
    package func decide(
        _ decisions: [ReadingDecision], at station: Station.ID, by submitter: Submitter, now: Date
    ) async throws -> [Bool?] {
        let (outcomes, changed) = try await readings.decide(
            decisions, at: station, by: submitter, now: now)
        fields.note(changed)
        return outcomes
    }

    /// Keeps a report, alerts whom it concerns, and lets the maps follow.
    package func take(_ report: Report, at now: Date) async throws -> Alert {
        let alert = try await reports.take(report, at: now)
        alerts.note()
        return alert
    }

    /// Confirms, withdraws, flags or hides what people report, and lets the maps follow.
    package func changeReports<Outcome>(
        _ act: (ReportService) async throws -> Outcome
    ) async throws -> Outcome {
        let outcome = try await act(reports)
        alerts.note()
        return outcome
    }

    /// Opens an account and gives it a token; whoever asks vouches for what its owner agrees to.
    ///
    /// - Returns: The token, which is shown now and never again, or `nil` when the name is taken.
    package func createAccount(named name: String, at now: Date) async throws -> String? {
        do {
            return try await createAccount(named: name, address: nil, at: now)
        } catch AccountRefusal.nameTaken {
            return nil
        }
    }

    /// Takes an account's consent back, and removes what was kept on its ground.
    ///
    /// For warnings these are its fences and what its profile and its answers say of its health, and those of its persons;
    /// for reports, its reports that stand.
    ///
    /// - Returns: `false` when none stands.
    package func withdrawConsent(
        to purpose: Consent.Purpose, of account: Account.ID, at now: Date
    ) async throws -> Bool {
        let stood = try await store.withdrawConsent(to: purpose, of: account, at: now)
        switch purpose {
        case .warnings:
            let persons = try await store.persons(of: account).map(\.account)
            for account in [account] + persons { try await forgetHealth(of: account, at: now) }
        case .reports: try await withdrawReports(of: account, at: now)
        // Nothing is kept for it: what researchers read is what stands when they ask.
        case .research: break
        }
        return stood
    }

    /// Removes the fences of an account, and what its profile and its answers say of its health.
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

    /// Withdraws every report of an account that stands.
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

    /// Deletes an account with everything of its own; its open streams end, and nothing more is sent to it.
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
