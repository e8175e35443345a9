import API
import Alerting
import Alerts
import Allergens
import Authentication
import Delivery
import Foundation
import Geography
import HTTP
import Maps
import Observations
import People
import Rendering
import Storage
import Synchronization
import Topology

extension SQLiteStore: StationDirectory, RegionDirectory, AlertDirectory, AnswerStore, ProfileStore,
    InboxStore
{}
/// Connects the routes to persons.
///
/// Every change to a guardian's persons ends the guardian's streams. The clients reconnect, miss nothing, and
/// receive the events of the current persons.
struct PersonPort: PersonRegistry {
    let network: Network
    let now: @Sendable () -> Date

    func persons(of guardian: Account.ID) async throws -> [Person] {
        try await network.store.persons(of: guardian)
    }

    func person(_ id: Person.ID, of guardian: Account.ID) async throws -> Person? {
        try await network.store.person(id, of: guardian)
    }

    func addPerson(_ details: Person.Details, to guardian: Account.ID) async throws -> Person {
        defer { network.hub.close(guardian) }
        return try await network.store.addPerson(details, to: guardian, at: now())
    }

    func changePerson(
        _ id: Person.ID, of guardian: Account.ID, to details: Person.Details
    ) async throws -> Person? {
        defer { network.hub.close(guardian) }
        return try await network.store.changePerson(id, of: guardian, to: details)
    }

    func delete(_ person: Person, of guardian: Account.ID) async throws {
        defer { network.hub.close(guardian) }
        try await network.delete(person.account, at: now())
    }
}

extension ChannelService: ChannelRegistry {}
extension Authenticator: Authenticating {}

/// Connects the routes to fences.
struct FencePort: FenceRegistry {
    let network: Network
    let now: @Sendable () -> Date

    func fences(of account: Account.ID) async throws -> [Fence] {
        try await network.store.fences(of: account)
    }

    func keep(_ fence: Fence, replacing: Bool) async throws(FenceProblem) -> Bool {
        do {
            return try await network.fences.keep(fence, replacing: replacing, at: now())
        } catch let error as TopologyError {
            throw .area(error.reason)
        } catch FenceRefusal.tooMany(let limit) {
            throw .tooMany(limit: limit)
        } catch {
            throw .failed(error)
        }
    }

    func remove(_ fence: Fence.ID, of account: Account.ID) async throws -> Bool {
        try await network.store.remove(fence, of: account)
    }

    func preview(
        of fence: Fence, in profile: Profile, for guardian: Account.ID
    ) async throws(FenceProblem) -> AlertPreview {
        do {
            return try await network.previews.look(at: fence, in: profile, of: guardian, now: now())
        } catch let error as TopologyError {
            throw .area(error.reason)
        } catch let refusal as AlertPreviewRefusal {
            throw .tooMuch(refusal.detail)
        } catch {
            throw .failed(error)
        }
    }
}

/// Connects the routes to accounts.
struct AccountPort: AccountRegistry {
    let network: Network
    let now: @Sendable () -> Date

    func account(_ id: Account.ID) async throws -> Account? { try await network.store.account(id) }

    func delete(_ id: Account.ID) async throws { try await network.delete(id, at: now()) }
}

/// Connects the routes to air quality.
struct AirPort: AirSource {
    let network: Network
    let now: @Sendable () -> Date

    func air(at position: Coordinate, on day: CivilDate) async throws -> [AirValue] {
        try await network.air.air(at: position, on: day, today: CivilDate(at: now(), in: .gmt))
    }
}

/// Connects the routes to live streams.
struct LivePort: LiveStreams {
    let feed: LiveFeed

    func open(for account: Account.ID, after last: Int64?) async throws -> (any EventStream)? {
        try await feed.open(for: account, after: last)
    }
}

extension LiveStream: EventStream {
    func begin(on connection: EventConnection) { begin(on: connection as any LiveSink) }
    func begin(on connection: PipelinedEvents) { begin(on: connection as any LiveSink) }
}

extension EventConnection: LiveSink {}
extension PipelinedEvents: LiveSink {}

extension AlertPreviewRefusal {
    fileprivate var detail: String {
        switch self {
        case .tooManyValues:
            "The stations around it have more than \(AlertPreview.valueLimit) values of what it watches."
        case .tooManyReports: "More than \(AlertPreview.reportLimit) reports were made around it."
        }
    }
}
