import Alerts
import Foundation
import People

@testable import API
@testable import HTTP

/// The fences that a test adds, whoever asks.
struct InMemoryFences: OwnFenceStore, FenceIntake, AlertPreviewing {
    let kept = Guarded<[Fence]>([])

    func preview(
        of fence: Fence, in profile: Profile, for guardian: Account.ID, at now: Date
    ) async throws -> AlertPreview {
        throw AlertPreviewRefusal.tooManyReports
    }

    func fences(of account: Account.ID) async throws -> [Fence] { kept.value }
    func keep(_ fence: Fence, replacing: Bool, at now: Date) async throws -> Bool {
        kept.change { fences in
            let known = fences.contains { $0.id == fence.id }
            guard known == replacing else { return false }
            fences = fences.filter { $0.id != fence.id } + [fence]
            return true
        }
    }
    func remove(_ fence: Fence.ID, of account: Account.ID) async throws -> Bool {
        kept.change { fences in
            defer { fences.removeAll { $0.id == fence } }
            return fences.contains { $0.id == fence }
        }
    }
}
