import Foundation
import HTTP
import SampleTesting
import Testing

/// What is on the disk of a service in use.
@Suite(.timeLimit(.minutes(20))) struct SealedServiceTests {
    private let place = (longitude: 7.58312345, latitude: 47.56198765)
    private let corner = (longitude: 7.61298765, latitude: 47.55123456)
    private let secrets = ["Ōsaka 🌸 \\\"x\\\"", "Grandma's garden", "hooks/ZxQ7-private"]

    /// The values to look for: texts, and places as people and machines write them.
    private var needles: [Data] {
        let numbers = [place.longitude, place.latitude, corner.longitude, corner.latitude]
        let bytes = numbers.flatMap { number in
            [
                withUnsafeBytes(of: number.bitPattern.littleEndian) { Data($0) },
                withUnsafeBytes(of: number.bitPattern.bigEndian) { Data($0) },
            ]
        }
        // A report is public, except for its exact place.
        let texts = ["Ōsaka", "Grandma's", "ZxQ7-private", "whsec_"] + numbers.map { "\($0)" }
        return texts.map { Data($0.utf8) } + bytes
    }

    private func found(in files: [URL]) -> [String] {
        files.flatMap { file -> [String] in
            guard let bytes = try? Data(contentsOf: file) else { return [] }
            return needles.enumerated().filter { bytes.range(of: $0.element) != nil }.map {
                "\(file.lastPathComponent): needle \($0.offset)"
            }
        }
    }

    private func use(_ service: RunningService, as token: String) async throws {
        let circle = """
            {"name":"\(secrets[0])","area":{"type":"Point","coordinates":[\(place.longitude),\(place.latitude)]},
            "radius":5000,"allergens":[{"allergen":"birch","level":"low"}]}
            """
        let (west, south) = (corner.longitude, corner.latitude)
        let polygon = """
            {"name":"\(secrets[1])","area":{"type":"Polygon","coordinates":
            [[[\(west),\(south)],[7.7,47.5],[7.7,47.6],[\(west),\(south)]]]},"allergens":[{"allergen":"oak"}]}
            """
        for body in [circle, polygon] {
            let made = try await service.post(
                "/v1/me/fences", body, bearer: token, headers: ["Idempotency-Key": "\(UUID())"])
            #expect(made.status == 201, "\(made.text)")
        }
        let channel = try await service.post(
            "/v1/me/channels", #"{"kind":"webhook","url":"https://127.0.0.9/\#(secrets[2])"}"#, bearer: token)
        #expect(channel.status == 201, "\(channel.text)")
    }

    private func report(
        _ allergen: String, at place: (longitude: Double, latitude: Double), to service: RunningService,
        as token: String
    ) async throws {
        let body = EndToEndTests.report(place.longitude, place.latitude, of: allergen)
        let sent = try await service.post("/v1/alerts", body, bearer: token)
        #expect(sent.status == 201, "\(sent.text)")
    }

    @Test
    func `places and names are unreadable in the file, its log and a backup, also after a new key`()
        async throws
    {
        try await Workspace.temporary { workspace in
            let (anna, ben) = (try await workspace.account("anna"), try await workspace.account("ben"))
            let backup = workspace.folder.appending(path: "backup.sqlite")
            let files = [
                workspace.database, URL(filePath: workspace.database.path + "-wal"), backup,
            ]
            try await RunningService.during(workspace, environment: WebhookTests.allowed) { service in
                try await use(service, as: anna)
                try await report("birch", at: place, to: service, as: ben)
                try await workspace.done("backup", backup.path)
                #expect(found(in: files) == [])
                let before = try await service.get("/v1/me/fences", bearer: anna).text
                #expect(before.contains("Grandma's garden"))
                try await workspace.done("secrets", "rotate", "--forget")
                #expect(try await service.get("/v1/me/fences", bearer: anna).text == before)
                try await report("oak", at: corner, to: service, as: workspace.account("carl"))
                for name in ["Ōsaka", "Grandma"] {
                    try await awaited("the inbox does not name \(name)") {
                        try await service.get("/v1/me/alerts", bearer: anna).text.contains(name) ? true : nil
                    }
                }
                #expect(found(in: files) == [])
                let lines = try await workspace.done("secrets", "status").lines
                #expect(lines.count == 1 && lines[0].contains("current"))
            }
            // Everything opens with the key, and nothing without it.
            let doctor = try await workspace.breathe("doctor")
            #expect(doctor.output.contains("is sound"), "\(doctor.output)")
            let keys = workspace.database.deletingPathExtension().appendingPathExtension("keys")
            try FileManager.default.removeItem(at: keys)
            let refused = try await workspace.breathe("export")
            #expect(refused.status == 1 && refused.errors.contains("data key"), "\(refused.errors)")
            #expect(!FileManager.default.fileExists(atPath: keys.path))
        }
    }
}
