package import Alerts
package import Allergens
import Foundation
import Geography
import Matching
package import Observations
package import People

/// What the inquiry reads about an alert and its ledger.
package protocol InquiryStore: Sendable {
    func alert(_ id: Alert.ID) async throws -> Alert?
    /// Counts the ledger lines of each channel by how they ended.
    func tally(of alert: Alert.ID) async throws -> [LedgerTally]
    /// The ledger lines of one account or of all accounts, in order, at most `limit`.
    func lines(of alert: Alert.ID, account: Account.ID?, limit: Int) async throws -> [LedgerLine]
    /// Fences that the ledger has no line for, at most `limit`.
    ///
    /// With an account, all its fences; without one, those with a bounding box that touches a place of the
    /// alert.
    func bystanders(
        of alert: Alert.ID, near radius: Double, account: Account.ID?, limit: Int
    ) async throws -> [BystandingFence]
    func channels(of account: Account.ID) async throws -> [Channel]
    func newestValues(
        of allergen: Allergen.ID, in days: ClosedRange<CivilDate>
    ) async throws -> [DayValue]
    func forecasts(of allergen: Allergen.ID, for day: CivilDate) async throws -> [DayValue]
}

/// Shows an operator who was alerted, and why others were not.
package struct AlertInquiry: Sendable {
    private let store: any InquiryStore

    package init(store: any InquiryStore) { self.store = store }

    /// Who was notified of an alert, and who was not.
    package struct Findings: Sendable {
        package let alert: Alert
        package let tally: [LedgerTally]
        package let lines: [LedgerLine]
        /// Fences whose owners were not notified, with the reason.
        package let others: [(account: String, fence: String, reason: String)]
        /// The current channels of the account in question.
        package let channels: [Channel]
        /// The owners of these fences, messages and channels.
        package let owners: Set<Account.ID>
    }

    /// Finds out who was notified of an alert and who was not.
    ///
    /// - Parameters:
    ///   - id: The alert.
    ///   - account: The account in question. `nil` asks about everybody: those who were notified, and those
    ///     who live nearby and were not.
    ///   - limit: The highest number of lines, and of fences.
    /// - Returns: `nil` when there is no such alert.
    /// - Throws: The store's error when it cannot be read.
    package func findings(
        about id: Alert.ID, account: Account.ID?, limit: Int
    ) async throws -> Findings? {
        guard let alert = try await store.alert(id) else { return nil }
        let stations = try await stations(for: alert)
        let radius = alert.kind == .user ? Report.publicReach : FenceValue.reach
        let others = try await store.bystanders(of: id, near: radius, account: account, limit: limit)
        let lines = try await store.lines(of: id, account: account, limit: limit)
        return Findings(
            alert: alert, tally: try await store.tally(of: id), lines: lines,
            others: try others.map { fence in
                (fence.account, fence.name, try Self.reason(why: fence, heardNothingOf: alert, stations))
            }, channels: try await channels(of: account),
            owners: Set(lines.map(\.owner) + others.map(\.owner) + [account].compactMap(\.self)))
    }

    private func channels(of account: Account.ID?) async throws -> [Channel] {
        guard let account else { return [] }
        return try await store.channels(of: account)
    }

    private func stations(for alert: Alert) async throws -> [StationValue] {
        guard let finding = alert.finding, let allergen = alert.allergens.first else { return [] }
        let values =
            alert.kind == .forecast
            ? try await store.forecasts(of: allergen, for: finding.day)
            : try await store.newestValues(of: allergen, in: finding.day.adding(days: -1)...finding.day)
        return values.map { StationValue(station: $0.station, position: $0.position, level: .none) }
    }

    private static func reason(
        why fence: BystandingFence, heardNothingOf alert: Alert, _ stations: [StationValue]
    ) throws -> String {
        let now = try reasonNow(why: fence, heardNothingOf: alert, stations)
        guard fence.changed > alert.sent, let now else {
            return now ?? "it was made or changed after the alert"
        }
        return "it was made or changed after the alert; as it is now, \(now)"
    }

    /// Why the fence, as it is now, would not receive the alert; `nil` when no reason is found.
    private static func reasonNow(
        why fence: BystandingFence, heardNothingOf alert: Alert, _ stations: [StationValue]
    ) throws -> String? {
        if fence.isReporter { return "it is the reporter’s own" }
        guard fence.kinds.contains(alert.kind) else { return "it wants no \(alert.kind.rawValue) alerts" }
        if let starts = fence.starts, alert.sent < starts { return "its dates had not begun" }
        if let ends = fence.ends, alert.sent >= ends { return "its dates were over" }
        if alert.allergens.isEmpty {
            guard fence.acceptsUnsure else { return "it takes no reports whose cause is not known" }
        } else if fence.levels.isEmpty {
            return "it watches none of the alert’s allergens"
        }
        let matcher = try GeofenceMatcher(fence.area)
        guard alert.kind != .user
        else {
            return fence.places.contains(where: matcher.concerns(reportAt:))
                ? nil : "it does not touch the public cell"
        }
        return try reasonInAir(of: fence, matcher, alert, stations)
    }

    private static func reasonInAir(
        of fence: BystandingFence, _ matcher: GeofenceMatcher, _ alert: Alert, _ stations: [StationValue]
    ) throws -> String? {
        if let level = alert.level, let threshold = fence.levels.values.min(), level < threshold {
            return "it warns from \(threshold.words) on"
        }
        if fence.gauge == .station, let reason = try reasonOfPlace(of: matcher, alert, stations) {
            return reason
        }
        if let announced = fence.announced { return "\(announced.level.words) was announced there already" }
        return fence.gauge == .field ? "the map showed no such level in it" : nil
    }

    private static func reasonOfPlace(
        of matcher: GeofenceMatcher, _ alert: Alert, _ stations: [StationValue]
    ) throws -> String? {
        let footprint = matcher.footprint
        let watching = WatchingFence(
            number: Fence.Number(rawValue: 0), anchor: footprint.anchor,
            anchorVector: UnitVector(footprint.anchor), extent: footprint.extent, gauge: .station,
            threshold: .low, announced: nil, holds: matcher.holds)
        guard let value = try FenceValue(at: watching, among: stations) else {
            return "no station lies within \(Int(FenceValue.reach / 1_000)) km"
        }
        guard let station = alert.finding?.station, !value.stations.contains(station) else { return nil }
        let names = value.stations.map(\.rawValue).joined(separator: ", ")
        return "another station speaks for it: \(names)"
    }
}
