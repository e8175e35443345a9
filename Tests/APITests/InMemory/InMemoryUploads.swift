import Allergens
import Foundation
import Observations

@testable import API
@testable import HTTP

/// Takes every upload for one accepted row.
struct InMemoryUploads: UploadIntake {
    let received = Guarded<[(upload: Upload, bytes: [UInt8])]>([])
    /// The error that an upload throws before its body is read.
    let failure = Guarded<(any Error)?>(nil)
    private let replays = Guarded<[String: UploadReplay]>([:])

    func receive(_ upload: Upload) async throws -> UploadAnswer {
        if let failure = failure.value { throw failure }
        var bytes: [UInt8] = []
        try await upload.body.forEachChunk { bytes += $0 }
        var tally = IntakeTally()
        tally.accepted = 1
        let answer = UploadAnswer(tally, dryRun: upload.isTrial)
        let replay = try upload.idempotencyKey.map {
            UploadReplay(
                key: $0, fingerprint: upload.body.fingerprint, answer: try JSON.encoder.encode(answer))
        }
        received.change { [bytes] in $0.append((upload, bytes)) }
        if let replay { replays.change { $0[replay.key] = replay } }
        return answer
    }

    func replay(of key: String, by station: Station.ID) async throws -> UploadReplay? {
        replays.value[key]
    }

    func definitions() async throws -> [UploadDefinition] {
        [UploadDefinition(name: "plain", title: "Plain readings")]
    }
}
