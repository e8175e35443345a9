import Alerts
import Allergens
import Foundation
import Geography
import Hummingbird
import HummingbirdTesting
import Logging
import Observations
import People
import SampleTesting
import Site
import Synchronization

@testable import API
@testable import HTTP

/// Everything that the routes need, in memory: one station, one account, and tiles that echo the request.
final class InMemoryPorts: Sendable {
    struct Inside: Sendable {
        var stamp = 0
        var drawn = 0
        var isReady = true
        var fences: [Fence] = []
        var profile = Profile()
        var quiz: WelcomeQuiz?
        /// The persons with their guardians.
        var persons: [(person: Person, guardian: Account.ID)] = []
        /// The accounts whose profiles or inboxes were requested.
        var asked: [Account.ID] = []
        var isDeleted = false
        var answers: [String: KeptAnswer] = [:]
        var uploads: [(upload: Upload, bytes: [UInt8])] = []
        /// The error that an upload throws before its body is read.
        var uploadFailure: (any Error)?
        var replays: [String: UploadReplay] = [:]
        var reports: [Report] = []
        var alerts: [Alert] = []
        var alertQuery: AlertQuery?
        /// The days for which readings and forecasts were requested.
        var readingDays: Set<ClosedRange<CivilDate>> = []
        var forecastDays: Set<CivilDate> = []
        var channels: [Channel] = []
        var air: [AirValue] = []
        /// The air of the only region.
        var regionAir: RegionAir?
        var classes: [ClassReading] = []
        /// The forecasts of the only station.
        var expected: [StationForecast] = []
        var feeds: [FeedHealth] = []
        var suspects = SuspectPage(values: [], total: 0, days: nil, next: nil)
        /// The values after which the requested pages began.
        var suspectPlaces: [SuspectValue.Place?] = []
        var revisions: [Revision] = []
        var keyLabel: String?
        var consents = Consent.Purpose.allCases.map {
            Consent(purpose: $0, version: Consent.currentVersion, source: .command, given: noon)
        }
        var audit: [AuditEntry] = []
        var research: [ResearchReport] = []
        var researchQueries: [ResearchQuery] = []
        var now = noon
    }

    let inside = Mutex(Inside())
    let anna = Account.ID(rawValue: 1)
    let moderator = Account.ID(rawValue: 2)
    let basemap: SampleBasemap
    let providers: any FederatedSigningIn

    init(basemap: SampleBasemap = SampleBasemap(), providers: any FederatedSigningIn = PlayedProviders()) {
        (self.basemap, self.providers) = (basemap, providers)
    }

    var environment: APIEnvironment {
        APIEnvironment(
            taxonomy: .standard,
            publisher: Publisher(
                sender: "alerts@breathe.example", address: nil, contact: "desk@breathe.example"),
            accessControl: AccessControl(authenticator: self), answers: self,
            now: { [self] in inside.withLock(\.now) })
    }

    /// All features of the API, and the site.
    var features: [APIFeature] {
        let environment = environment
        let logins = NoLogins()
        return [
            .maps(from: self, over: basemap, stations: self, in: environment),
            .air(at: self, stations: self, regions: self, basemap: basemap, in: environment),
            .stations(
                in: self, reviewedBy: self, tiles: self, regions: self, feeds: self, in: environment),
            .regions(in: self, in: environment), .alerts(in: self, in: environment),
            .reports(to: self, moderation: self, persons: self, alerts: self, in: environment),
            .accounts(
                through: logins, authenticator: self, administration: logins, profiles: self, records: self,
                in: environment),
            .providers(through: providers, signInService: logins, authenticator: self, in: environment),
            .privacy(
                records: self, persons: self, profiles: self, fences: self, inbox: self, channels: self,
                messages: self, signInService: logins, withdrawal: self, in: environment),
            .profile(in: self, accounts: logins, closing: self, in: environment),
            .fences(
                in: self, through: self, previews: self, profiles: self, stations: self, in: environment),
            .inbox(in: self, profiles: self, persons: self, live: self, in: environment),
            .persons(in: self, closing: self, in: environment), .welcome(in: self, in: environment),
            .channels(in: self, in: environment),
            .readings(
                to: self, review: self, decisions: self, keys: self, stations: self, in: environment),
            .research(in: self, in: environment), .ogc(stations: self, tiles: self, in: environment),
            .operations(of: self),
            .messages(to: self, isMailed: true, records: self, signInService: logins, in: environment),
            .site(leaflet: URL(filePath: "/nonexistent"), headers: headers),
        ]
    }

    private var headers: SecurityHeaders {
        SecurityHeaders(pictures: basemap.background.flatMap { SecurityHeaders.origin(of: $0.light) })
    }

    var service: WebService {
        WebService(features: features, persons: self, environment: environment, headers: headers)
    }

    /// Runs requests through all routes without a socket, and checks each answer against the definition.
    func test<Value: Sendable>(
        _ act: @escaping @Sendable (any TestClientProtocol) async throws -> Value
    ) async throws -> Value {
        let service = service
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let application = Application(responder: service.responder, logger: logger)
        return try await application.test(.router) { client in try await act(DefinedClient(inner: client)) }
    }
}

/// At most one region, which covers everything.
extension InMemoryPorts: RegionStore {
    func regions(after id: Region.ID?, in box: BoundingBox?, limit: Int) async throws -> [Region] {
        inside.withLock(\.regionAir).map { [$0.region] } ?? []
    }
    func regionAir(
        after id: Region.ID?, in box: BoundingBox?, limit: Int, on day: CivilDate
    ) async throws -> [RegionAir] {
        inside.withLock(\.regionAir).map { [$0] } ?? []
    }
    func regionAir(of id: Region.ID, on day: CivilDate) async throws -> RegionAir? {
        inside.withLock(\.regionAir).flatMap { $0.region.id == id ? $0 : nil }
    }
    func regionAir(at position: Coordinate, on day: CivilDate) async throws -> [RegionAir] {
        inside.withLock(\.regionAir).map { [$0] } ?? []
    }
    func classes(of station: Station.ID, days: ClosedRange<CivilDate>) async throws -> [ClassReading] {
        inside.withLock(\.classes)
    }
}

extension InMemoryPorts: StationStore, AirSource {
    func stations() async throws -> [Station] { [.sample()] }
    func stations(in box: BoundingBox) async throws -> [Station] {
        try await stations().filter { box.contains($0.position) }
    }
    func station(_ id: Station.ID) async throws -> Station? { id == "basel" ? .sample() : nil }
    func readings(
        of station: Station.ID, days: ClosedRange<CivilDate>, allergens: AllergenSet?
    ) async throws -> [StationReading] {
        [StationReading(allergen: "birch", day: days.upperBound, value: 80, hours: nil)]
    }
    func newestValues(
        of allergen: Allergen.ID, in days: ClosedRange<CivilDate>
    ) async throws -> [DayValue] {
        inside.withLock { _ = $0.readingDays.insert(days) }
        return []
    }
    func forecasts(of allergen: Allergen.ID, for day: CivilDate) async throws -> [DayValue] {
        inside.withLock { _ = $0.forecastDays.insert(day) }
        return inside.withLock(\.expected).filter { $0.allergen == allergen && $0.day == day }.map {
            DayValue(
                station: "basel", position: .basel, allergen: allergen, day: day, value: $0.value,
                basis: $0.interval == nil ? .forecast : .modelled, interval: $0.interval)
        }
    }
    func normals(
        of allergen: Allergen.ID, at station: Station.ID, before year: Int
    ) async throws -> [DayNormal] {
        [DayNormal(dayOfYear: 98, mean: 1_000 / 3, lowest: 100, highest: 700, years: year - 2_017)]
    }
    func spans() async throws -> [Allergen.ID: ClosedRange<CivilDate>] {
        ["birch": today.adding(days: -9)...today, "grass": today.adding(days: -20)...today.adding(days: -4)]
    }
    func air(at position: Coordinate, on day: CivilDate, today: CivilDate) async throws -> [AirValue] {
        inside.withLock(\.air)
    }
}

extension InMemoryPorts: UploadIntake, ReportIntake, ModerationQueue {
    func receive(_ upload: Upload) async throws -> UploadAnswer {
        if let failure = inside.withLock(\.uploadFailure) { throw failure }
        var bytes: [UInt8] = []
        try await upload.body.forEachChunk { bytes += $0 }
        var tally = IntakeTally()
        tally.accepted = 1
        let answer = UploadAnswer(tally, dryRun: upload.isTrial)
        let replay = try upload.idempotencyKey.map {
            UploadReplay(
                key: $0, fingerprint: upload.body.fingerprint, answer: try JSON.encoder.encode(answer))
        }
        inside.withLock { [bytes] inside in
            inside.uploads.append((upload, bytes))
            if let replay { inside.replays[replay.key] = replay }
        }
        return answer
    }

    func replay(of key: String, by station: Station.ID) async throws -> UploadReplay? {
        inside.withLock { $0.replays[key] }
    }

    func definitions() async throws -> [UploadDefinition] {
        [UploadDefinition(name: "plain", title: "Plain readings")]
    }

    func receive(_ report: Report, at now: Date) async throws -> Alert {
        let number = inside.withLock { inside in
            inside.reports.append(report)
            return inside.reports.count
        }
        return .sample("report-\(number)", kind: .user, level: nil)
    }
}

/// There are no reports yet.
extension InMemoryPorts {
    func confirm(
        _ alert: Alert.ID, by account: Account.ID, from position: Coordinate?, at now: Date
    ) async throws -> (alert: Alert, isNew: Bool) { throw ReportRefusal.unknownAlert }
    func retractConfirmation(of alert: Alert.ID, by account: Account.ID, at now: Date) async throws {
        throw ReportRefusal.unknownAlert
    }
    func withdraw(_ alert: Alert.ID, by account: Account.ID, at now: Date) async throws {
        throw ReportRefusal.over
    }
    func flag(_ alert: Alert.ID, by account: Account.ID, as reason: FlagReason, at now: Date) async throws {
        throw ReportRefusal.tooMany(.flag, SubscriberAct.flag.limits[0], retryAfter: 60)
    }
    func moderatedAlerts(after last: Int64, limit: Int, at now: Date) async throws -> [ModeratedAlert] { [] }
    func setHidden(_ isHidden: Bool, _ alert: Alert.ID, by actor: ModerationActor, at now: Date) async throws
    {
        throw ReportRefusal.unknownAlert
    }
    func hasConsent(to purpose: Consent.Purpose, of account: Account.ID) async throws -> Bool {
        inside.withLock { $0.consents.contains { $0.purpose == purpose && $0.stands } }
    }
}

extension InMemoryPorts: TileSource {
    var stamp: Int { inside.withLock(\.stamp) }
    var layers: [LayerSummary] {
        [
            LayerSummary(id: "birch", title: "Birch", group: "tree", attribution: "", allergens: ["birch"]),
            LayerSummary(
                id: "alerts", title: "Alerts", group: nil, attribution: "", allergens: [], kind: .markers),
        ]
    }
    func layer(named name: String, in look: LayerLook) throws -> LayerSummary {
        guard let layer = layers.first(where: { $0.id == name })
        else { throw Problem(.unknownLayer, "there are birch and alerts") }
        return layer
    }
    func check(allergen: String) throws {}
    func tile(_ query: TileQuery) async throws -> TileAnswer {
        let summary = try self.layer(named: query.layer, in: query.look)
        let tile = query.tile
        let drawn = inside.withLock { inside in
            inside.drawn += 1
            return "\(inside.stamp)"
        }
        let text =
            "\(summary.id) \(tile.zoom)/\(tile.column)/\(tile.row)@\(query.scale) \(query.day) \(drawn)"
        return TileAnswer(png: Array(text.utf8), etag: "\"\(drawn)\"")
    }
    func legendPNG(of layer: String, in look: LayerLook, scale: Int) throws -> [UInt8] {
        Array("legend@\(scale)".utf8)
    }
    func legendJSON(of layer: String, in look: LayerLook) throws -> Data { Data("{}".utf8) }
    func peaks(in days: ClosedRange<CivilDate>) async throws -> [String: LayerPeak] { [:] }
    func isDemonstration() async throws -> Bool { false }
}

extension InMemoryPorts: OwnFenceStore, FenceIntake, AlertPreviewing {
    func preview(
        of fence: Fence, in profile: Profile, for guardian: Account.ID, at now: Date
    ) async throws -> AlertPreview {
        throw AlertPreviewRefusal.tooManyReports
    }

    func fences(of account: Account.ID) async throws -> [Fence] { inside.withLock(\.fences) }
    func keep(_ fence: Fence, replacing: Bool, at now: Date) async throws -> Bool {
        inside.withLock { inside in
            let known = inside.fences.contains { $0.id == fence.id }
            guard known == replacing else { return false }
            inside.fences = inside.fences.filter { $0.id != fence.id } + [fence]
            return true
        }
    }
    func remove(_ fence: Fence.ID, of account: Account.ID) async throws -> Bool {
        inside.withLock { inside in
            defer { inside.fences.removeAll { $0.id == fence } }
            return inside.fences.contains { $0.id == fence }
        }
    }
}

extension InMemoryPorts: PublicAlertStore, LiveStreams {
    func alerts(_ query: AlertQuery) async throws -> AlertPage {
        inside.withLock { inside in
            inside.alertQuery = query
            return AlertPage(
                alerts: inside.alerts,
                next: query.limit == 1 ? AlertPage.Cursor(sent: 1_586_347_200, number: 17) : nil)
        }
    }
    func alert(_ id: Alert.ID) async throws -> Alert? {
        inside.withLock(\.alerts).first { $0.id == id }
    }
    func open(for account: Account.ID, after last: Int64?) async throws -> SilentStream? {
        SilentStream()
    }
}

struct SilentStream: EventStream {
    func begin(on connection: EventConnection) {}
    func begin(on connection: PipelinedEvents) {}
    func roomReturned() {}
    func connectionEnded() {}
}

extension InMemoryPorts: ProfileStore, InboxStore, AccountClosing, ConsentWithdrawing {
    func profile(of account: Account.ID) async throws -> Profile {
        inside.withLock { inside in
            inside.asked.append(account)
            return inside.profile
        }
    }
    func change(
        profileOf account: Account.ID, at now: Date, _ change: @escaping @Sendable (Profile) throws -> Profile
    ) async throws -> Profile {
        let profile = try change(inside.withLock(\.profile))
        inside.withLock { $0.profile = profile }
        return profile
    }
    func welcomeQuiz(of account: Account.ID) async throws -> WelcomeQuiz? { inside.withLock(\.quiz) }
    func keep(_ quiz: WelcomeQuiz, of account: Account.ID, at now: Date) async throws -> Profile {
        inside.withLock { inside in
            inside.quiz = quiz
            inside.profile.take(quiz, in: .standard)
            return inside.profile
        }
    }
    func keep(_ profile: Profile, of account: Account.ID, at now: Date) async throws {
        inside.withLock { $0.profile = profile }
    }
    func inbox(
        of account: Account.ID, and persons: [Account.ID], _ span: InboxSpan, unreadOnly: Bool, limit: Int
    ) async throws -> [InboxEntry] {
        inside.withLock { $0.asked += [account] + persons }
        return []
    }
    func unreadCount(of account: Account.ID, and persons: [Account.ID]) async throws -> Int { 2 }
    func mark(
        _ entry: Int64, of account: Account.ID, and persons: [Account.ID], readAt time: Date?
    ) async throws -> Bool { entry == 7 }
    func markAll(
        upTo entry: Int64, of account: Account.ID, and persons: [Account.ID], readAt time: Date
    ) async throws -> Int { 1 }
    /// Deletes the caller's account, or a person.
    func delete(_ account: Account.ID, at now: Date) async throws {
        inside.withLock { inside in
            if account == anna { inside.isDeleted = true }
            inside.persons.removeAll { $0.person.account == account }
        }
    }
}

extension InMemoryPorts: Authenticating, AnswerStore, Health {
    func visitor(bearing secret: String) async throws -> Visitor? {
        let principal: Principal? =
            switch secret {
            case "anna": .account(anna)
            case "moderator", "administrator", "researcher": .account(moderator)
            case "basel": .station("basel")
            case "bern": .station("bern")
            default: nil
            }
        let roles = [Role.Kind(rawValue: secret).flatMap { Role($0) }].compactMap(\.self)
        return principal.map {
            Visitor(principal: $0, credential: secret, scopes: .all, roles: Set(roles))
        }
    }
    func visitor(showingCookie secret: String) async throws -> Visitor? { nil }
    func answer(to key: String, of account: Account.ID) async throws -> KeptAnswer? {
        inside.withLock { $0.answers[key] }
    }
    func keep(_ answer: KeptAnswer, to key: String, of account: Account.ID, at now: Date) async throws {
        inside.withLock { $0.answers[key] = answer }
    }
    func ready() async throws {
        struct Asleep: Error {}
        guard inside.withLock(\.isReady) else { throw Asleep() }
    }
    func metrics() async throws -> String { "# TYPE up gauge\nup 1\n" }
}

/// A station without notes, with one key.
extension InMemoryPorts: StationReviewStore, ReadingDeciding, StationKeyIssuing {
    func notes(of station: Station.ID, days: ClosedRange<CivilDate>) async throws -> [StationNote] { [] }
    func forecasts(
        of station: Station.ID, days: ClosedRange<CivilDate>, allergens: AllergenSet?
    ) async throws -> [StationForecast] { inside.withLock(\.expected) }
    func suspects(
        of station: Station.ID, before place: SuspectValue.Place?, limit: Int
    ) async throws -> SuspectPage {
        inside.withLock { inside in
            inside.suspectPlaces.append(place)
            return inside.suspects
        }
    }
    func revisions(of station: Station.ID, before: Int64?, limit: Int) async throws -> [Revision] {
        inside.withLock(\.revisions)
    }
    func uploads(
        of station: Station.ID, before: Int64?, limit: Int
    ) async throws -> [(number: Int64, upload: UploadRecord)] { [] }
    func decide(
        _ decisions: [ReadingDecision], at station: Station.ID, by submitter: Submitter, now: Date
    ) async throws -> [Bool?] { decisions.map { $0.allergen == "birch" ? $0.isConfirmed : nil } }
    func keys(of station: Station.ID) async throws -> [StationKey] {
        [StationKey(id: "basel", label: inside.withLock(\.keyLabel), created: noon, lastUsed: nil, ends: nil)]
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

extension InMemoryPorts: FeedHealthSource {
    func health() async throws -> [FeedHealth] { inside.withLock(\.feeds) }
}

/// A message box that discards every message.
extension InMemoryPorts: MessageStore {
    func keep(
        _ draft: ContactMessage.Draft, of account: Account.ID?, isWaiting: Bool, at now: Date
    ) async throws {}
    func messages(before last: Int64, limit: Int) async throws -> [ContactMessage] { [] }
    func messages(of account: Account.ID) async throws -> [ContactMessage] { [] }
    func remove(_ message: ContactMessage.ID) async throws -> Bool { false }
}

/// One account, which has consented to everything until a test says otherwise.
extension InMemoryPorts: PersonalRecords {
    func consents(of account: Account.ID) async throws -> [Consent] { inside.withLock(\.consents) }
    func giveConsent(
        to purpose: Consent.Purpose, of account: Account.ID, by source: Consent.Source, at now: Date
    ) async throws {
        let consent = Consent(purpose: purpose, version: Consent.currentVersion, source: source, given: now)
        inside.withLock { $0.consents.append(consent) }
    }
    func withdrawConsent(
        to purpose: Consent.Purpose, of account: Account.ID, at now: Date
    ) async throws -> Bool {
        inside.withLock { inside in
            let count = inside.consents.count
            inside.consents.removeAll { $0.purpose == purpose }
            return inside.consents.count < count
        }
    }
    func audit(of account: Account.ID, before last: Int64, limit: Int) async throws -> [AuditEntry] {
        inside.withLock(\.audit)
    }
    func note(
        _ act: AuditEntry.Act, of accounts: [Account.ID], by actor: AuditEntry.Actor, object: String?,
        at now: Date
    ) async throws {
        inside.withLock { inside in
            inside.audit.append(
                AuditEntry(
                    number: Int64(inside.audit.count) + 1, act: act, actor: actor, object: object,
                    created: now))
        }
    }
    func ownReports(
        of account: Account.ID, after last: Int64, limit: Int, at now: Date
    ) async throws -> [OwnReport] { [] }
    func ownOpinions(of account: Account.ID) async throws -> [OwnOpinion] { [] }
    func ownDecisions(of account: Account.ID) async throws -> [OwnDecision] { [] }
    func researchReports(_ query: ResearchQuery) async throws -> [ResearchReport] {
        inside.withLock { inside in
            inside.researchQueries.append(query)
            return Array(inside.research.filter { $0.number > query.after }.prefix(query.limit))
        }
    }
}

/// The persons that the tests add.
extension InMemoryPorts: PersonStore {
    func persons(of guardian: Account.ID) async throws -> [Person] {
        inside.withLock { $0.persons.filter { $0.guardian == guardian }.map(\.person) }
    }
    func person(_ id: Person.ID, of guardian: Account.ID) async throws -> Person? {
        try await persons(of: guardian).first { $0.id == id }
    }
    func addPerson(
        _ details: Person.Details, to guardian: Account.ID, at now: Date
    ) async throws -> Person {
        try inside.withLock { inside in
            let own = inside.persons.filter { $0.guardian == guardian }
            guard own.count < Person.limit else { throw PersonRefusal.tooMany }
            guard !own.contains(where: { $0.person.name == details.name }) else {
                throw PersonRefusal.knownName
            }
            let account = Account.ID(rawValue: 100 + Int64(inside.persons.count))
            let person = Person(
                id: Person.ID(rawValue: "p\(account.rawValue)"), account: account, details: details)
            inside.persons.append((person, guardian))
            return person
        }
    }
    func changePerson(
        _ id: Person.ID, of guardian: Account.ID, to details: Person.Details
    ) async throws -> Person? {
        inside.withLock { inside in
            guard
                let place = inside.persons.firstIndex(where: { $0.person.id == id && $0.guardian == guardian }
                )
            else { return nil }
            let person = Person(id: id, account: inside.persons[place].person.account, details: details)
            inside.persons[place] = (person, guardian)
            return person
        }
    }
}
