package import Alerts
package import Allergens
package import Foundation
package import Geography
import Matching
package import Observations
package import People

/// The history that an alert preview reads.
package protocol AlertPreviewStore: Sendable {
    /// The daily values that count, from the stations inside some boxes, ordered by day and then by station.
    ///
    /// - Returns: `nil` when there are more than `limit`.
    func dayValues(
        of allergens: [Allergen.ID], in days: ClosedRange<CivilDate>, at boxes: [BoundingBox], limit: Int
    ) async throws -> [DayValue]?

    /// People's reports within a time span at some boxes, ordered by alert and then by time.
    ///
    /// Reports of hidden alerts are left out.
    ///
    /// - Returns: `nil` when there are more than `limit`.
    func pastReports(
        in span: Range<Date>, at boxes: [BoundingBox], limit: Int
    ) async throws -> [PreviewedReport]?
}

/// Finds out which alerts a fence would have received lately, by the same rules that send alerts.
///
/// Each station's current value for a day counts as if the station had reported it on that day. Forecasts are
/// left out.
package struct AlertPreviewService: Sendable {
    private let store: any AlertPreviewStore
    private let sampler: any FieldSampler
    private let taxonomy: Taxonomy

    package init(store: any AlertPreviewStore, sampler: any FieldSampler, taxonomy: Taxonomy = .standard) {
        self.store = store
        self.sampler = sampler
        self.taxonomy = taxonomy
    }

    /// Looks back over the last ``AlertPreview/length`` days.
    ///
    /// - Parameters:
    ///   - fence: A fence, which need not be stored.
    ///   - profile: The profile of the fence's account.
    ///   - owner: The account, which is not notified of its own reports.
    ///   - now: The present.
    /// - Returns: The alerts that the fence would have received on the days on which it is active.
    /// - Throws: ``FenceRefusal/area(_:)``, ``AlertPreviewRefusal``, and the store's errors.
    package func preview(
        of fence: Fence, in profile: Profile, for owner: Account.ID, at now: Date
    ) async throws -> AlertPreview {
        let calendar = LocalCalendar(fence.rules.timeZone ?? profile.timeZone)
        let today = calendar.day(at: now)
        let days = today.adding(days: 1 - AlertPreview.length)...today
        let matcher = try fence.matcher()
        let watches = fence.rules.watches.isEmpty ? profile.watches : fence.rules.watches
        let list = taxonomy.watchList(of: watches, in: profile)
        var alerts: [PreviewedAlert] = []
        if fence.rules.kinds.contains(.station), let active = days.overlap(with: fence.rules.days) {
            alerts += try await stationAlerts(at: fence, matcher, watching: list, on: active)
        }
        if fence.rules.kinds.contains(.user) {
            let reader = ReportReader(
                matcher: matcher, watched: taxonomy.set(of: list.keys), takesUnsure: profile.acceptsUnsure,
                owner: owner, calendar: calendar, taxonomy: taxonomy)
            let span = calendar.start(of: days.lowerBound)..<calendar.start(of: today.adding(days: 1))
            alerts += reader.alerts(of: try await reports(in: span, near: matcher))
        }
        return AlertPreview(
            days: days,
            alerts: alerts.filter { fence.rules.days?.contains($0.day) ?? true }
                .sorted { ($0.day, $1.allergen?.rawValue ?? "") > ($1.day, $0.allergen?.rawValue ?? "") })
    }

    private func stationAlerts(
        at fence: Fence, _ matcher: GeofenceMatcher, watching list: WatchList, on days: ClosedRange<CivilDate>
    ) async throws -> [PreviewedAlert] {
        let allergens = list.keys.compactMap { taxonomy[$0] }.sorted { $0.code < $1.code }
        let reaches = allergens.map { allergen in
            max(FenceValue.reach, sampler.field(of: allergen, on: days.upperBound, among: []).reach)
        }
        guard let widest = reaches.max() else { return [] }
        let values = try await store.dayValues(
            of: allergens.map(\.id), in: days.lowerBound.adding(days: -1)...days.upperBound,
            at: matcher.footprint.boxes.map { $0.expanded(by: widest * Self.polewards) },
            limit: AlertPreview.valueLimit)
        guard let values else { throw AlertPreviewRefusal.tooManyValues }
        let courses = Dictionary(grouping: values, by: \.allergen)
        let site = FenceSite(matcher, gauge: fence.rules.gauge)
        return try zip(allergens, reaches).flatMap { allergen, reach -> [PreviewedAlert] in
            guard let values = courses[allergen.id], let level = list[allergen.id]?.level else { return [] }
            return try AllergenTrend(values, of: allergen, reach: reach, sampler: sampler)?
                .alerts(at: site, from: level, on: days) ?? []
        }
    }

    /// How much farther to search for stations.
    ///
    /// The box around a station nearer to a pole is wider than the box around the fence.
    private static let polewards = 1.25

    private func reports(in span: Range<Date>, near matcher: GeofenceMatcher) async throws
        -> [PreviewedReport]
    {
        let reach = Report.publicReach + ReportRules.clusterRadius
        let reports = try await store.pastReports(
            in: span, at: matcher.footprint.boxes.map { $0.expanded(by: reach * Self.polewards) },
            limit: AlertPreview.reportLimit)
        guard let reports else { throw AlertPreviewRefusal.tooManyReports }
        return reports
    }
}

extension ClosedRange<CivilDate> {
    /// The days that both ranges share, or `nil` when they share none; all days when there is no other range.
    fileprivate func overlap(with other: ClosedRange<CivilDate>?) -> ClosedRange<CivilDate>? {
        guard let other else { return self }
        return overlaps(other) ? clamped(to: other) : nil
    }
}

/// Finds past reports that concern a fence.
private struct ReportReader {
    let matcher: GeofenceMatcher
    let watched: AllergenSet
    let takesUnsure: Bool
    let owner: Account.ID
    let calendar: LocalCalendar
    let taxonomy: Taxonomy

    /// One preview for each alert that the fence would have received.
    ///
    /// The first report that concerns the fence counts, unless the fence's owner joined the alert before.
    func alerts(of reports: [PreviewedReport]) -> [PreviewedAlert] {
        Dictionary(grouping: reports, by: \.alert).compactMap { alert, reports in
            let others = reports.prefix { $0.reporter != owner }
            return others.lazy.compactMap { self.alert($0, as: alert) }.first
        }
    }

    private func alert(_ report: PreviewedReport, as alert: Alert.ID) -> PreviewedAlert? {
        let own = report.allergens.first { id in
            taxonomy[id].map { watched.contains(code: $0.code) } ?? false
        }
        guard report.allergens.isEmpty ? takesUnsure : own != nil, matcher.concerns(reportAt: report.position)
        else { return nil }
        return PreviewedAlert(day: calendar.day(at: report.sent), allergen: own, source: .report(alert))
    }
}
