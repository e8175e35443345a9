package import Allergens
package import Foundation
import Geography
package import Matching

/// Takes in what people report, and tells those whom it concerns.
package struct ReportDesk: Sendable {
    private let archive: any AlertArchive
    private let sender: any AlertSender
    private let taxonomy: Taxonomy
    private let areas: AreaCache

    package init(
        archive: any AlertArchive, sender: any AlertSender, taxonomy: Taxonomy, areas: AreaCache
    ) {
        self.archive = archive
        self.sender = sender
        self.taxonomy = taxonomy
        self.areas = areas
    }

    /// Keeps a report and alerts every other account with a fence that holds its place and watches one of its
    /// allergens; a report that names none concerns every fence that wants reports.
    ///
    /// - Returns: The alert that it became.
    package func take(_ report: Report, at now: Date) async throws -> Alert {
        let alert = alert(for: report, at: now)
        let allergens = taxonomy.set(of: report.allergens)
        _ = try await archive.write { [areas] transaction in
            let here = BoundingBox(around: report.position, radius: 1)
            let candidates = try transaction.fences(touching: here, watching: allergens, for: .user)
            var names: [Account.ID: [String]] = [:]
            for fence in candidates where fence.account != report.account {
                let matcher = try areas.matcher(of: fence.id, version: fence.version, area: fence.area)
                if try matcher.holds(report.position) { names[fence.account, default: []].append(fence.name) }
            }
            let recipients = names.sorted { $0.key.rawValue < $1.key.rawValue }
                .map { Recipient(account: $0.key, fences: $0.value) }
            return try transaction.raise(alert, report: report, for: recipients)
        } committed: { [sender] entries in
            sender.send(entries)
        }
        return alert
    }

    private func alert(for report: Report, at now: Date) -> Alert {
        let names = report.allergens.compactMap { taxonomy[$0]?.name }
        let what = names.isEmpty ? "something in the air" : names.joined(separator: ", ")
        let comment = report.comment.map { ": “\($0)”" } ?? ""
        return Alert(
            id: .random(), kind: .user, allergens: report.allergens, level: nil,
            publicPosition: report.position.snapped(toGridOf: Report.publicGrid), sent: now,
            expires: now.addingTimeInterval(Report.lifetime),
            headline: "Somebody reports \(what) nearby\(comment)")
    }
}
