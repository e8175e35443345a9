package import Alerts
package import Foundation
package import People

/// The data of accounts that consents cover.
package protocol ConsentedDataStore: Sendable {
    /// Notes that a consent is withdrawn; `false` if there is none.
    func withdrawConsent(to purpose: Consent.Purpose, of account: Account.ID, at now: Date) async throws
        -> Bool
    func persons(of guardian: Account.ID) async throws -> [Person]
    func fences(of account: Account.ID) async throws -> [Fence]
    func remove(_ fence: Fence.ID, of account: Account.ID) async throws -> Bool
    func change(
        profileOf account: Account.ID, at now: Date, _ change: @escaping @Sendable (Profile) throws -> Profile
    ) async throws -> Profile
    func removeWelcomeQuiz(of account: Account.ID) async throws
    func removeDiary(of account: Account.ID) async throws
    func removeMetrics(of account: Account.ID) async throws
    func removeReminders(of account: Account.ID) async throws
    func removeSharedLinks(of account: Account.ID) async throws
    func removeHelp(of account: Account.ID) async throws
    func removeTrips(of account: Account.ID) async throws
    /// An account's reports with numbers above `last`, oldest first, at most `limit`.
    func ownReports(
        of account: Account.ID, after last: Int64, limit: Int, at now: Date
    ) async throws -> [OwnReport]
}

/// Withdraws consents, and removes the data that they covered.
package struct ConsentService: Sendable {
    private let store: any ConsentedDataStore
    private let reports: ReportService

    package init(store: any ConsentedDataStore, reports: ReportService) {
        self.store = store
        self.reports = reports
    }

    /// Withdraws an account's consent, and removes the data that depend on it.
    ///
    /// For warnings these are its fences and the health data in its profile and its answers, and those of its
    /// persons. For reports these are its standing reports, and for health its diary, health values,
    /// reminders and shared links and those of its persons, for help what they keep for an emergency,
    /// and for trips all of these.
    ///
    /// - Returns: `false` if there is no consent to withdraw.
    package func withdrawConsent(
        to purpose: Consent.Purpose, of account: Account.ID, at now: Date
    ) async throws -> Bool {
        let stood = try await store.withdrawConsent(to: purpose, of: account, at: now)
        switch purpose {
        case .warnings:
            for account in try await household(of: account) {
                try await removeHealthData(of: account, at: now)
            }
        case .health:
            for account in try await household(of: account) {
                try await store.removeDiary(of: account)
                try await store.removeMetrics(of: account)
                try await store.removeReminders(of: account)
                try await store.removeSharedLinks(of: account)
            }
        case .help:
            for account in try await household(of: account) { try await store.removeHelp(of: account) }
        case .trips:
            for account in try await household(of: account) { try await store.removeTrips(of: account) }
        case .reports: try await withdrawReports(of: account, at: now)
        // Nothing is stored for research. Researchers read the reports that exist when they ask.
        case .research: break
        }
        return stood
    }

    /// An account and those of its persons.
    private func household(of account: Account.ID) async throws -> [Account.ID] {
        [account] + (try await store.persons(of: account).map(\.account))
    }

    /// Removes an account's fences, and the health data in its profile and its answers.
    private func removeHealthData(of account: Account.ID, at now: Date) async throws {
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

    /// Reports that are read at a time.
    private static let page = 100

    /// Withdraws all standing reports of an account.
    private func withdrawReports(of account: Account.ID, at now: Date) async throws {
        var last: Int64 = 0
        while true {
            let page = try await store.ownReports(of: account, after: last, limit: Self.page, at: now)
            for report in page where report.stands {
                try await reports.withdraw(report.alert, by: account, at: now)
            }
            guard let next = page.last?.number else { return }
            last = next
        }
    }
}
