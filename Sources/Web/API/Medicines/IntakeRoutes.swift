import Allergens
import Foundation
import HTTP
import HTTPTypes
import Help
import Hummingbird
import NIOCore
import People

/// What became of the medicines of each day.
struct IntakeRoutes: Sendable {
    let intakeStore: any IntakeStore
    let helpStore: any HelpStore
    let profileStore: any ProfileStore
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        let day = "/v1/me/help/days/{day}/intakes"
        return [
            Endpoint(.get, "/v1/me/help/intakes", .subscriber, handler: list),
            Endpoint(.get, day, .subscriber, handler: one),
            Endpoint(.patch, day, .subscriber, for: .help, handler: change),
        ]
    }

    private struct Days: Encodable { let days: [IntakeDayAnswer] }

    /// What is noted, without what was only planned: the plan of today says nothing of former days.
    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let zone = try await profileStore.profile(of: context.account).timeZone
        let days = try request.diaryDays(until: CivilDate(at: environment.now(), in: zone))
        let noted = try await intakeStore.helpDays(Intakes.self, of: context.account, days)
        return try JSON.response(
            Days(days: noted.map { IntakeDayAnswer($0.day, $0.part, planned: []) }),
            headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let day = try context.day
        let noted = try await intakeStore.helpDays(Intakes.self, of: context.account, day...day)
        return try await answer(noted.first?.part ?? Intakes(), on: day, context)
    }

    @Sendable private func change(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.profile).readableBytesView)
        let (day, now) = (try context.day, environment.now())
        let changes = try JSON.decodeStrictly(IntakesRequest.self, from: body).checked(at: now)
        do {
            let noted = try await intakeStore.note(changes, on: day, of: context.account, at: now)
            return try await answer(noted, on: day, context)
        } catch let refusal as IntakeRefusal {
            switch refusal {
            case .futureDay: throw Problem.parameter("day", "The day has not begun yet.")
            case .unknownMedicine(let place):
                throw Problem(
                    .invalidRecord,
                    errors: [
                        .init(pointer: "/intakes/\(place)/medicine", detail: "There is no such medicine.")
                    ])
            case .tooMany(let limit): throw Problem(.tooManyRecords, "The limit of a day is \(limit).")
            }
        }
    }

    private func answer(
        _ intakes: Intakes, on day: CivilDate, _ context: BreatheContext
    ) async throws -> Response {
        let medicines = try await helpStore.records(Medicine.self, of: context.account)
        return try JSON.response(
            IntakeDayAnswer(day, intakes, planned: medicines), headers: [.cacheControl: Freshness.personal])
    }
}

/// What is said of some times of some medicines.
struct IntakesRequest: StrictDocument {
    static let members: Set = ["intakes"]

    struct Change: Decodable {
        let medicine: String
        let time: String
        let state: String?
        let at: String?
    }

    let intakes: [Change]

    /// The changes, if all of them are valid; what was taken was taken by `now`.
    func checked(at now: Date) throws -> [IntakeChange] {
        var mistakes = Mistakes(.invalidRecord)
        if !(1...Intakes.limit).contains(intakes.count) {
            mistakes.note("/intakes", "There are 1 to \(Intakes.limit).")
        }
        let changes = intakes.prefix(Intakes.limit).enumerated().compactMap {
            place, change -> IntakeChange? in
            let pointer = "/intakes/\(place)"
            let state: Intakes.State? = mistakes.word(change.state, at: "\(pointer)/state")
            let at = change.at.flatMap { Date(rfc3339: $0) }
            if change.at != nil, at == nil {
                mistakes.note("\(pointer)/at", "This is a time as in RFC 3339, such as 2026-04-08T13:00:00Z.")
            }
            if let at, at > now.addingTimeInterval(Self.skew) {
                mistakes.note("\(pointer)/at", "This time has not come yet.")
            }
            return mistakes.time(change.time, at: "\(pointer)/time").map { time in
                IntakeChange(
                    medicine: HelpID(rawValue: change.medicine), time: time, state: state, at: at)
            }
        }
        try mistakes.check()
        return changes
    }

    /// By how many seconds the clock of a device may be ahead.
    private static let skew: TimeInterval = 300
}

/// The medicines of a day: what is noted, and what is planned and not noted.
struct IntakeDayAnswer: Encodable {
    struct Intake: Encodable {
        let medicine: String
        let time: String
        let name: String
        let strength: String
        let amount: String
        /// What is missing is not known.
        let state: Intakes.State?
        let at: Date?
        let source: Intakes.Source?
    }

    let day: String
    let intakes: [Intake]

    init(_ day: CivilDate, _ noted: Intakes, planned medicines: [Kept<Medicine>]) {
        self.day = day.description
        let open = medicines.flatMap { kept in
            kept.record.planned(on: day).filter { noted.entry(of: kept.id, at: $0.time) == nil }.map { time in
                Intake(
                    medicine: kept.id.rawValue, time: time.time.text, name: kept.record.name,
                    strength: kept.record.strength, amount: time.amount, state: nil, at: nil, source: nil)
            }
        }
        let said = noted.entries.map { entry in
            Intake(
                medicine: entry.medicine, time: entry.time.text, name: entry.name, strength: entry.strength,
                amount: entry.amount, state: entry.state, at: entry.at, source: entry.source)
        }
        intakes = (open + said).sorted { ($0.time, $0.name, $0.medicine) < ($1.time, $1.name, $1.medicine) }
    }
}
