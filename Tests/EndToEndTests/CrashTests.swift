import Allergens
import Foundation
import Synchronization
import Testing

/// The rows that the service has acknowledged.
private final class Acknowledged: Sendable {
    private let rows = Mutex<[String]>([])
    /// Ends after 60 rows, or when no more are stored.
    let enough: AsyncStream<Never>
    private let whenEnough: AsyncStream<Never>.Continuation

    init() { (enough, whenEnough) = AsyncStream.makeStream() }

    var all: [String] { rows.withLock { $0 } }

    /// Uploads day after day until the service is gone.
    func uploadUntilTheEnd(_ allergen: String, to service: RunningService, key: String) async {
        defer { whenEnough.finish() }
        for number in 0..<10_000 {
            let day = "\(today.adding(days: -number))"
            let answer = try? await service.upload(
                Double(number % 700), of: allergen, on: day, to: "basel", key: key)
            guard let answer, answer.status == 200, answer.json["accepted"] == 1 else { return }
            let count = rows.withLock {
                $0.append("basel,\(allergen),\(day),\(number % 700).0,grains/m3,confirmed")
                return $0.count
            }
            if count == 60 { whenEnough.finish() }
        }
    }
}

/// Fences that were sent, each under a key of its own, which is its name too.
private final class SentFences: Sendable {
    /// The most fences that an account may have.
    private static let most = 50

    private struct State {
        /// The keys and the tokens of their accounts.
        var tokens: [String: String] = [:]
        /// The addresses of the fences that were acknowledged, by key.
        var addresses: [String: String] = [:]
    }

    private let state = Mutex(State())
    /// Ends after 12 fences, or when no more are stored.
    let enough: AsyncStream<Never>
    private let whenEnough: AsyncStream<Never>.Continuation

    init() { (enough, whenEnough) = AsyncStream.makeStream() }

    var tokens: [String: String] { state.withLock { $0.tokens } }
    var addresses: [String: String] { state.withLock { $0.addresses } }

    static func send(_ key: String, to service: RunningService, as token: String) async throws -> Answer {
        try await service.post(
            "/v1/me/fences", circle(7, 47, named: key), bearer: token, headers: ["Idempotency-Key": key])
    }

    /// Sends fence after fence until the service is gone.
    func sendUntilTheEnd(to service: RunningService, as token: String, of name: String) async {
        defer { whenEnough.finish() }
        for number in 0..<Self.most {
            let key = "\(name) \(number)"
            state.withLock { $0.tokens[key] = token }
            let answer = try? await Self.send(key, to: service, as: token)
            guard let answer, answer.status == 201, let address = answer.header("Location") else { return }
            let count = state.withLock {
                $0.addresses[key] = address
                return $0.addresses.count
            }
            if count == 12 { whenEnough.finish() }
        }
    }
}

@Suite(.timeLimit(.minutes(20))) struct CrashTests {
    @Test func `every acknowledged upload is there after a kill`() async throws {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("basel", 7.58, 47.56)
            let key = try await workspace.key(for: "basel")
            let acknowledged = Acknowledged()
            try await RunningService.during(workspace) { service in
                await withTaskGroup(of: Void.self) { group in
                    for allergen in ["birch", "grass", "oak", "ash"] {
                        group.addTask {
                            await acknowledged.uploadUntilTheEnd(allergen, to: service, key: key)
                        }
                    }
                    for await _ in acknowledged.enough {}
                    await service.kill()
                    // The service does not come back, so no connection attempt needs to finish.
                    group.cancelAll()
                }
            }
            let rows = acknowledged.all
            #expect(rows.count >= 60)
            let kept = Set(try await workspace.export())
            #expect(rows.filter { !kept.contains($0) } == [])
            #expect(kept.count <= rows.count + 1 + 4, "at most one upload of each was in progress")
            let doctor = try await workspace.breathe("doctor")
            #expect(doctor.output.contains("is sound"))
        }
    }

    @Test(arguments: [200, 500, 900])
    func `a large upload that is killed is stored completely or not at all`(milliseconds: Int) async throws {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("basel", 7.58, 47.56)
            let key = try await workspace.key(for: "basel")
            let rows = (0..<20_000).map { "birch,\(today.adding(days: -$0)),\($0 % 700)\n" }
            let csv = "allergen,day,value\n" + rows.joined()
            let isAcknowledged = try await RunningService.during(workspace) { service in
                await withTaskGroup(of: Bool.self) { group in
                    group.addTask {
                        let answer = try? await service.upload(csv, to: "basel", key: key)
                        return answer?.json["accepted"] == 20_000
                    }
                    group.addTask {
                        // This does not wait for an event: it picks the moment of the power cut.
                        try? await Task.sleep(for: .milliseconds(milliseconds))
                        await service.kill()
                        return false
                    }
                    return await group.reduce(false) { $0 || $1 }
                }
            }
            let kept = try await workspace.export().count - 1
            #expect(kept == 20_000 || (kept == 0 && !isAcknowledged))
        }
    }

    @Test func `what is repeated under its key after a kill was done once`() async throws {
        try await Workspace.temporary { workspace in
            var accounts: [(name: String, token: String)] = []
            for name in ["anna", "ben", "cleo"] { accounts.append((name, try await workspace.account(name))) }
            let fences = SentFences()
            try await RunningService.during(workspace) { service in
                await withTaskGroup(of: Void.self) { group in
                    for (name, token) in accounts {
                        group.addTask { await fences.sendUntilTheEnd(to: service, as: token, of: name) }
                    }
                    for await _ in fences.enough {}
                    await service.kill()
                    group.cancelAll()
                }
            }
            let (tokens, addresses) = (fences.tokens, fences.addresses)
            #expect(addresses.count >= 12)
            try await RunningService.during(workspace) { service in
                for (key, token) in tokens {
                    let answer = try await SentFences.send(key, to: service, as: token)
                    #expect(answer.status == 201, "\(answer.text)")
                    if let address = addresses[key] { #expect(answer.header("Location") == address) }
                }
                var names: [String] = []
                for account in accounts {
                    let kept = try await service.get("/v1/me/fences", bearer: account.token)
                    names += kept.json["fences"].elements.compactMap(\.["name"].text)
                }
                #expect(names.sorted() == tokens.keys.sorted())
            }
        }
    }
}
