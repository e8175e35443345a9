import Alerts
import Allergens
import Foundation
import Geography
import People
import Storage

/// Fills a database with subscribers around one place, each with as many webhooks as an account
/// may have, for many receivers.
struct WebhookSubscribers {
    let database: String
    let port: Int
    let webhooks: Int
    let receivers: Int
    let hanging: Int
    let failing: Int

    init(_ arguments: Arguments) throws {
        guard let database = arguments.value(of: "--database"), let port = try arguments.number(of: "--port")
        else { throw BenchmarkError("webhooks needs --database FILE and --port N") }
        self.database = database
        self.port = port
        webhooks = try arguments.number(of: "--webhooks") ?? 10_000
        receivers = try arguments.number(of: "--receivers") ?? 100
        hanging = try arguments.number(of: "--hanging") ?? 5
        failing = try arguments.number(of: "--failing") ?? 5
    }

    func fill() async throws {
        let store = try SQLiteStore(path: database, keys: .beside(database))
        let now = Date()
        guard let place = Coordinate(longitude: 7.58, latitude: 47.56) else { return }
        let radius = 5_000.0
        let footprint = FenceFootprint(
            anchor: place, boxes: BoundingBox(around: place, radius: radius).parts, extent: radius,
            outline: nil)
        var fences: [(fence: Fence, footprint: FenceFootprint)] = []
        var channels: [Channel] = []
        for first in stride(from: 0, to: webhooks, by: Channel.perAccount) {
            guard let account = try await store.addAccount(named: "subscriber-\(first)", at: now)
            else { throw BenchmarkError("the database holds accounts already") }
            let fence = Fence(
                id: .random(), account: account.id, name: "Home",
                area: .circle(centre: place, radius: radius),
                rules: FenceRules(watches: [Watch(.allergen(Allergen.ID(rawValue: "birch")), level: .high)]))
            fences.append((fence, footprint))
            for number in first..<min(first + Channel.perAccount, webhooks) {
                channels.append(try channel(number, of: account.id, at: now))
            }
        }
        try await store.add(fences, at: now)
        try await store.add(channels)
    }

    private func channel(_ number: Int, of account: Account.ID, at now: Date) throws -> Channel {
        let receiver = number % receivers
        let path =
            switch receiver {
            case ..<hanging: "hang"
            case ..<(hanging + failing): "fail"
            default: "ok"
            }
        guard let url = URL(string: "http://127.0.0.\(receiver + 1):\(port)/\(path)/\(number)")
        else { throw BenchmarkError("the port makes no address") }
        return Channel(
            account: account, target: .webhook(WebhookTarget(url: url, secrets: [.random()])), created: now)
    }
}
