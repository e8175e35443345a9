import Allergens
import Foundation
import Observations
import SampleTesting

@testable import API
@testable import HTTP

/// A station without notes, with one key.
struct InMemoryReview: StationReviewStore, ReadingDeciding, StationKeyIssuing {
    let suspects = Guarded(SuspectPage(values: [], total: 0, days: nil, next: nil))
    /// The values after which the requested pages began.
    let suspectPlaces = Guarded<[SuspectValue.Place?]>([])
    let revisions = Guarded<[Revision]>([])
    let keyLabel = Guarded<String?>(nil)
    let expected: Guarded<[StationForecast]>

    func notes(of station: Station.ID, days: ClosedRange<CivilDate>) async throws -> [StationNote] { [] }
    func forecasts(
        of station: Station.ID, days: ClosedRange<CivilDate>, allergens: AllergenSet?
    ) async throws -> [StationForecast] { expected.value }
    func suspects(
        of station: Station.ID, before place: SuspectValue.Place?, limit: Int
    ) async throws -> SuspectPage {
        suspectPlaces.change { $0.append(place) }
        return suspects.value
    }
    func revisions(of station: Station.ID, before: Int64?, limit: Int) async throws -> [Revision] {
        revisions.value
    }
    func uploads(
        of station: Station.ID, before: Int64?, limit: Int
    ) async throws -> [(number: Int64, upload: UploadRecord)] { [] }
    func decide(
        _ decisions: [ReadingDecision], at station: Station.ID, by submitter: Submitter, now: Date
    ) async throws -> [Bool?] { decisions.map { $0.allergen == "birch" ? $0.isConfirmed : nil } }
    func keys(of station: Station.ID) async throws -> [StationKey] {
        [StationKey(id: "basel", label: keyLabel.value, created: noon, lastUsed: nil, ends: nil)]
    }
    func makeKey(
        for station: Station.ID, label: String?, replacing former: String?, grace: Duration, at now: Date
    ) async throws -> (id: String, secret: String) { ("new", "secret") }
    func revokeKey(
        _ id: String, of station: Station.ID, sparingLast: Bool, at now: Date
    ) async throws {
        throw id == "basel" ? KeyRefusal.last : .unknownKey
    }
}
