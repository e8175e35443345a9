package import Alerts
package import Allergens
package import Foundation
package import Geography
import Matching
package import Observations
package import People

/// What looking back needs to know of the past.
package protocol AlertPreviewStore: Sendable {
    /// The daily values that count, of the stations in some boxes, by day and then by station.
    ///
    /// - Returns: `nil` when there are more than `limit`.
    func dayValues(
        of allergens: [Allergen.ID], in days: ClosedRange<CivilDate>, at boxes: [BoundingBox], limit: Int
    ) async throws -> [DayValue]?

    /// The reports of the alerts that people raised in a span at some boxes and that are not hidden, by alert and then by
    /// time.
    ///
    /// - Returns: `nil` when there are more than `limit`.
    func pastReports(
        in span: Range<Date>, at boxes: [BoundingBox], limit: Int
    ) async throws -> [PreviewedReport]?
}

/// Finds out what a fence would have been told of lately, by the rules by which fences are told.
///
/// Each station's value of a day, as it stands now, counts as if the station had said it on that day; what stations
/// expected is left out.
package struct AlertPreviewService: Sendable {
    private let store: any AlertPreviewStore
    private let gauge: any FieldSampler
    private let taxonomy: Taxonomy

    package init(store: any AlertPreviewStore, gauge: any FieldSampler, taxonomy: Taxonomy = .standard) {
        self.store = store
        self.gauge = gauge
        self.taxonomy = taxonomy
    }

    /// Looks back over the last ``AlertPreview/length`` days.
    ///
    /// - Parameters:
    ///   - fence: A fence, which nobody needs to keep.
    ///   - profile: That of its account.
    ///   - owner: Who reports in the account's place, and is not told of what they say themselves.
    ///   - now: The present.
    /// - Returns: What the fence would have been told of on days on which it is on.
    /// - Throws: `TopologyError` when the area cannot be used, ``AlertPreviewRefusal``, and what the store throws.
    package func look(
        at fence: Fence, in profile: Profile, of owner: Account.ID, now: Date
    ) async throws -> AlertPreview {
        let calendar = LocalCalendar(fence.rules.timeZone ?? profile.timeZone)
        let today = calendar.day(at: now)
        let days = today.adding(days: 1 - AlertPreview.length)...today
        let matcher = try GeofenceMatcher(fence.area)
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
            max(FenceValue.reach, gauge.field(of: allergen, on: days.upperBound, among: []).reach)
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
            return try AllergenTrend(values, of: allergen, reach: reach, gauge: gauge)?
                .alerts(at: site, from: level, on: days) ?? []
        }
    }

    /// By how much farther stations are looked for: the box around a station that lies nearer to a pole is wider than one
    /// around the fence.
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
    /// The days that are also in another range, if there is one; `nil` when there are none.
    fileprivate func overlap(with other: ClosedRange<CivilDate>?) -> ClosedRange<CivilDate>? {
        guard let other else { return self }
        return overlaps(other) ? clamped(to: other) : nil
    }
}

/// Tells which reports of the past concern a fence.
private struct ReportReader {
    let matcher: GeofenceMatcher
    let watched: AllergenSet
    let takesUnsure: Bool
    let owner: Account.ID
    let calendar: LocalCalendar
    let taxonomy: Taxonomy

    /// One for each alert that the fence would have been told of: by the first report that concerns it, unless its owner has
    /// joined in before.
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
