import Alerting
import Allergens
import Delivery
import Foundation
import Geography
import Matching
import SampleTesting
import Storage
import Synchronization

/// The way of an alert, over an archive in a file of its own.
final class NewsNetwork: Sendable {
    let archive: Archive
    let hub = LiveHub()
    private let folder: TemporaryFolder
    private let sent = Sent()
    private let readings: ReadingDesk
    private let reports: ReportDesk
    private let fences: FenceDesk

    init(_ stations: [Station] = [.sample()]) async throws {
        folder = try TemporaryFolder()
        archive = try Archive(path: folder.path("archive.sqlite"))
        let areas = AreaCache()
        let sender = Sender(sent: sent, hub: hub)
        readings = ReadingDesk(
            archive: archive, sender: sender, newsroom: Newsroom(taxonomy: .standard, areas: areas))
        reports = ReportDesk(archive: archive, sender: sender, taxonomy: .standard, areas: areas)
        fences = FenceDesk(archive: Fences(archive: archive))
        try await archive.add(stations)
    }

    func account(_ name: String = "anna") async throws -> Account.ID {
        guard let account = try await archive.addAccount(named: name, at: noon) else { throw NameTaken() }
        return account.id
    }

    @discardableResult
    func keep(_ fence: Fence, replacing: Bool = false) async throws -> Bool {
        try await fences.keep(fence, replacing: replacing)
    }

    /// Takes readings in, and returns what was sent because of them.
    @discardableResult
    func take(_ readings: Reading..., at now: Date = noon) async throws -> [LedgerEntry] {
        _ = try await self.readings.take(readings, at: now)
        return sent.collect()
    }

    func report(_ report: Report) async throws -> (alert: Alert, entries: [LedgerEntry]) {
        let alert = try await reports.take(report, at: noon)
        return (alert, sent.collect())
    }

    private struct NameTaken: Error {}
}

/// What was sent and not yet looked at.
final class Sent: Sendable {
    private let entries = Mutex<[LedgerEntry]>([])

    func add(_ new: [LedgerEntry]) { entries.withLock { $0 += new } }

    func collect() -> [LedgerEntry] {
        entries.withLock { entries in
            defer { entries = [] }
            return entries
        }
    }
}

struct Sender: AlertSender {
    let sent: Sent
    let hub: LiveHub

    func send(_ entries: [LedgerEntry]) {
        sent.add(entries)
        hub.send(entries)
    }
}

struct Fences: FenceArchive {
    let archive: Archive

    func add(_ fence: Fence, footprint: FenceFootprint) async throws {
        try await archive.add(fence, footprint: footprint)
    }

    func replace(_ fence: Fence, footprint: FenceFootprint) async throws -> Bool {
        try await archive.replace(fence, footprint: footprint)
    }
}

struct StoredLedger: Ledger {
    let archive: Archive

    func entries(of account: Account.ID, after last: Int64, limit: Int) async throws -> [LedgerEntry] {
        try await archive.entries(of: account, after: last, limit: limit)
    }
}
