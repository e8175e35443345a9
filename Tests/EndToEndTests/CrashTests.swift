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
}
