import Alerts
import Allergens
import Foundation
import GRDB
import Geography
import Observations
import People
import SampleTesting
import Studies
import Synchronization
import Testing

@testable import Storage

/// Compares the statements on large tables with the plans that SQLite chooses for them.
@Suite struct QueryPlanTests {
    let opened: OpenedArchive
    let anna: Account.ID

    init() async throws {
        opened = try OpenedArchive()
        anna = try await opened.account()
        try await opened.store.add([.sample()])
        try await opened.keep([.sample(80)])
    }

    /// The plans of all statements that run during an action, one line per step.
    private func plan(of act: (SQLiteStore) async throws -> Void) async throws -> [String] {
        let statements = Mutex<[String]>([])
        let pool = opened.store.pool
        // Actions that run one after another use the same reader, the first free one.
        let connections: [Audience] = [
            pool.unsafeRead, pool.writeWithoutTransaction, opened.store.glance,
        ]
        for connection in connections {
            try connection { database in
                database.trace { event in
                    guard case .statement(let statement) = event else { return }
                    statements.withLock { $0.append(statement.expandedSQL) }
                }
            }
        }
        try await act(opened.store)
        for connection in connections { try connection { $0.trace(options: []) } }
        let seen = statements.withLock { $0 }.filter { sql in
            ["SELECT", "UPDATE", "DELETE", "INSERT"].contains { sql.hasPrefix($0) }
        }
        #expect(!seen.isEmpty, "no statement was traced")
        return try await pool.read { database in
            try seen.flatMap { sql in
                try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(sql)").map { $0["detail"] as String }
            }
        }
    }

    private typealias Audience = ((Database) throws -> Void) throws -> Void

    private func expect(
        _ plan: [String], takes step: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let lines = plan.joined(separator: "\n")
        #expect(plan.contains { $0.hasPrefix(step) }, "\(lines)", sourceLocation: sourceLocation)
        // A subquery's own rows may be scanned; a table may not. For an R*Tree the plan says SCAN, and the
        // letters after its index are the bounds that it is given: without them the whole tree is scanned.
        let built = plan.compactMap { $0.firstMatch(of: /^(CO-ROUTINE|MATERIALIZE) (.+)$/)?.output.2 }
            .map(String.init)
        let walked = plan.filter { line in
            line.hasPrefix("SCAN") && !line.contains("(subquery") && line != "SCAN newest"
                && line != "SCAN latest" && line != "SCAN volume" && line != "SCAN near"
                // A result that the query itself has built is read as a whole.
                && !built.contains(String(line.dropFirst("SCAN ".count)))
                && !line.hasPrefix("SCAN symptom ")
                && !line.contains("CONSTANT ROW")
                && line.firstMatch(of: /VIRTUAL TABLE INDEX [12]:[A-Z]*[0-9]*[A-Z]/) == nil
        }
        #expect(walked.isEmpty, "\(lines)", sourceLocation: sourceLocation)
    }

    @Test func `stations in a box are found by the R*Tree`() async throws {
        let plan = try await plan { _ = try await $0.stations(in: BoundingBox(7, 47, 8, 48)) }
        expect(plan, takes: "SCAN stationBox VIRTUAL TABLE INDEX 2:")
        expect(plan, takes: "SEARCH station USING INTEGER PRIMARY KEY (rowid=?)")
    }

    @Test func `the data of a place's region is found by the R*Tree and by day`() async throws {
        let id = try #require(Region.ID(rawValue: "upper"))
        try await opened.store.keep([
            Region(id: id, name: "Upper", polygons: [.rectangle(BoundingBox(7, 47, 8, 48))])
        ])
        let plan = try await plan { _ = try await $0.regionAir(at: .basel, on: today) }
        expect(plan, takes: "SCAN regionBox VIRTUAL TABLE INDEX 2:")
        expect(plan, takes: "SEARCH region USING INTEGER PRIMARY KEY (rowid=?)")
        expect(plan, takes: "SEARCH classReading USING INDEX classOfRegion (region=? AND day=?)")
        expect(plan, takes: "SEARCH given USING PRIMARY KEY (region=? AND day=?)")
        let station = try await self.plan { _ = try await $0.classes(of: "basel", days: today...today) }
        expect(
            station, takes: "SEARCH classReading USING INDEX classOfStation (station=? AND day>? AND day<?)")
    }

    @Test func `alerts in a box are found by the R*Tree`() async throws {
        let plan = try await plan { store in
            _ = try await store.alerts(
                in: BoundingBox(7, 47, 8, 48), at: noon, concerning: AllergenSet(low: 4), limit: 10)
        }
        expect(plan, takes: "SCAN alertBox VIRTUAL TABLE INDEX 2:")
        expect(plan, takes: "SEARCH alert USING INTEGER PRIMARY KEY (rowid=?)")
    }

    @Test func `readings and reports around a place are found by the R*Trees`() async throws {
        let boxes = [BoundingBox(7, 47, 8, 48), BoundingBox(-180, 47, -179, 48)]
        let values = try await plan { store in
            _ = try await store.dayValues(
                of: ["birch", "grass"], in: today.adding(days: -30)...today, at: boxes, limit: 10)
        }
        expect(values, takes: "SCAN stationBox VIRTUAL TABLE INDEX 2:")
        expect(values, takes: "SEARCH station USING INTEGER PRIMARY KEY (rowid=?)")
        expect(values, takes: "SEARCH reading USING INDEX readingByStation (station=? AND day>? AND day<?)")
        let reports = try await plan { store in
            _ = try await store.pastReports(
                in: noon.addingTimeInterval(-86_400)..<noon, at: boxes, limit: 10)
        }
        expect(reports, takes: "SCAN alertBox VIRTUAL TABLE INDEX 2:")
        expect(reports, takes: "SEARCH alert USING INTEGER PRIMARY KEY (rowid=?)")
    }

    @Test func `fences near a station are found by the R*Tree`() async throws {
        try await opened.add(.sample(of: anna), in: [BoundingBox(7, 47, 8, 48)])
        let plan = try await plan { store in
            try await store.transact { transaction in
                try transaction.visitFences(
                    touching: BoundingBox(7, 47, 8, 48), watching: "birch", for: .station, at: noon
                ) { _ in }
            }
        }
        expect(plan, takes: "SCAN fenceBox VIRTUAL TABLE INDEX 2:")
        expect(plan, takes: "SEARCH fence USING INTEGER PRIMARY KEY (rowid=?)")
        expect(plan, takes: "SEARCH announcedLevel USING PRIMARY KEY (fence=? AND allergen=?)")
    }

    @Test func `the subscribers of a report are found by the R*Tree, and notified in one statement`()
        async throws
    {
        try await opened.add(.sample(of: anna), in: [BoundingBox(7, 47, 8, 48)])
        let set = Taxonomy.standard
        let plan = try await opened.store.pool.read { database in
            let request = SQLRequest<Row>(
                literal: "EXPLAIN QUERY PLAN "
                    + SQLiteTransaction.holders(
                        of: .basel, of: .sample(kind: .user, level: nil), except: nil, now: noon, set))
            return try request.fetchAll(database).map { $0["detail"] as String }
        }
        expect(plan, takes: "SCAN fenceBox VIRTUAL TABLE INDEX 2:")
        expect(plan, takes: "SEARCH fence USING INTEGER PRIMARY KEY (rowid=?)")
        expect(plan, takes: "SEARCH fenceOutline USING INTEGER PRIMARY KEY (rowid=?)")
    }

    @Test func `the articles that an account writes are found by the account`() async throws {
        let plan = try await plan { [anna] in _ = try await $0.submissions(of: anna) }
        expect(plan, takes: "SEARCH submission USING INDEX submissionByAccount (account=?)")
        expect(plan, takes: "SEARCH submissionPicture USING INTEGER PRIMARY KEY (rowid=?)")
    }

    @Test func `people of a study are counted by indexes, without reading answers`() async throws {
        let content = StudyContent(title: [:], purpose: [:], contact: [:], consent: [:])
        let settings = try #require(StudySettings(mode: .linked, k: 5, target: nil, days: today...today))
        let id = try await opened.store.begin(content, settings, by: anna, at: noon).id
        let retention = try await plan { [anna] in _ = try await $0.retention(of: id, for: anna, at: noon) }
        expect(retention, takes: "SEARCH invitation USING INDEX studyInvitationByStudy (study=?)")
        expect(retention, takes: "SEARCH person USING INTEGER PRIMARY KEY (rowid=?)")
        expect(retention, takes: "SEARCH studyAnswer USING COVERING INDEX studyAnswerByStudy (study=?)")
        let invited = try await plan { [anna] in
            let filter = StudyInvitationFilter(status: .withdrawn, label: "Moved")
            _ = try await $0.invitations(of: id, for: anna, matching: filter, after: 5, limit: 9)
        }
        expect(invited, takes: "SEARCH invitation USING INDEX studyInvitationByStudy (study=? AND number>?)")
        expect(invited, takes: "SEARCH person USING INTEGER PRIMARY KEY (rowid=?)")
        let progress = try await plan { [anna] in _ = try await $0.progress(of: id, for: anna) }
        expect(progress, takes: "SEARCH studyAnswer USING COVERING INDEX studyAnswerByStudy (study=?)")
        let looks = try await plan { [anna] in
            _ = try await $0.looks(at: id, for: anna, before: .max, limit: 9)
        }
        expect(looks, takes: "SEARCH studyLook USING INDEX studyLookByStudy (study=? AND number<?)")
        let open = try await plan { _ = try await $0.openStudies(after: 0, limit: 9) }
        expect(open, takes: "SEARCH study USING INDEX studyOpen (number>?)")
    }

    @Test func `the newest values are found by allergen and day`() async throws {
        let plan = try await plan { _ = try await $0.newestValues(of: "birch", in: today...today) }
        expect(plan, takes: "SEARCH reading USING PRIMARY KEY (allergen=? AND day>? AND day<?)")
    }

    @Test func `the first and last days are steps into the primary key`() async throws {
        let plan = try await plan { _ = try await $0.spans() }
        expect(plan, takes: "SEARCH reading USING PRIMARY KEY (allergen=?)")
        expect(plan, takes: "SEARCH forecast USING PRIMARY KEY (allergen=?)")
    }

    @Test func `forecasts are found by allergen and day`() async throws {
        let plan = try await plan { _ = try await $0.forecasts(of: "birch", for: today) }
        expect(plan, takes: "SEARCH forecast USING PRIMARY KEY (allergen=? AND day=?)")
        expect(plan, takes: "SEARCH modelled USING PRIMARY KEY (allergen=? AND day=?)")
    }

    @Test func `a station's forecasts are found by station and day, modelled ones too`() async throws {
        let plan = try await plan { store in
            _ = try await store.forecasts(of: "basel", days: today...today)
        }
        expect(plan, takes: "SEARCH forecast USING INDEX forecastByStation (station=? AND day>? AND day<?)")
        expect(
            plan,
            takes: "SEARCH modelled USING INDEX modelledForecastByStation (station=? AND day>? AND day<?)")
    }

    @Test func `forecasts to withdraw are found by allergen and day`() async throws {
        let plan = try await plan {
            _ = try await $0.withdrawModelledForecasts(of: "birch", from: today, except: [:])
        }
        expect(plan, takes: "SEARCH modelled USING PRIMARY KEY (allergen=? AND day>?)")
        expect(plan, takes: "SEARCH own USING PRIMARY KEY (allergen=? AND day=? AND station=?)")
    }

    @Test func `the readings of a station are found by station and day`() async throws {
        let plan = try await plan { _ = try await $0.readings(of: "basel", days: today...today) }
        expect(plan, takes: "SEARCH reading USING INDEX readingByStation (station=? AND day>? AND day<?)")
        expect(plan, takes: "SEARCH readingSetAside USING PRIMARY KEY (station=? AND day>? AND day<?)")
    }

    @Test func `a station's normals are found by station and day, year by year`() async throws {
        let years = [2018, 2019].map(CalendarYear.init)
        let plan = try await opened.store.pool.read { database in
            try SQLRequest<Row>(
                literal: "EXPLAIN QUERY PLAN " + Query.normals(of: 3, at: 1, years: years).literal
            ).fetchAll(database).map { $0["detail"] as String }
        }
        let lines = plan.joined(separator: "\n")
        #expect(
            plan.contains {
                $0.hasPrefix("SEARCH reading USING INDEX readingByStation (station=? AND day>? AND day<?)")
            }, "\(lines)")
        #expect(!plan.contains { $0.hasPrefix("SCAN reading") }, "\(lines)")
    }

    @Test func `each year of a station is one step into the index of its days`() async throws {
        let plan = try await plan { _ = try await $0.years(of: "basel") }
        expect(plan, takes: "SEARCH reading USING COVERING INDEX readingByStation (station=? AND day<?)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan.joined(separator: "\n"))")
    }

    @Test func `all values of a station are found by station, and what it reports from the index alone`()
        async throws
    {
        let values = try await plan { _ = try await $0.dailyValues(of: "birch", at: "basel") }
        expect(values, takes: "SEARCH own USING COVERING INDEX readingByStation (station=?)")
        expect(values, takes: "SEARCH reading USING PRIMARY KEY (allergen=? AND day=? AND station=?)")
        let everywhere = try await plan { _ = try await $0.dailyValues(of: "birch", since: today) }
        expect(everywhere, takes: "SEARCH reading USING PRIMARY KEY (allergen=? AND day>?)")
        let reports = try await plan {
            _ = try await $0.stations(reporting: "birch", around: .basel, within: 9_000, most: 3)
        }
        expect(reports, takes: "SEARCH reading USING COVERING INDEX readingByStation (station=?)")
    }

    @Test func `the entries of an account are found by account and number`() async throws {
        let plan = try await plan { _ = try await $0.entries(of: anna, after: 1, limit: 10) }
        expect(
            plan, takes: "SEARCH delivery USING INDEX deliveryByAccount (<expr>=? AND account=? AND rowid>?")
        // The rest are the subqueries for one alert.
        let main = plan.prefix { !$0.hasPrefix("CORRELATED") }
        #expect(!main.contains("USE TEMP B-TREE FOR ORDER BY"))
    }

    @Test func `fences are found by account`() async throws {
        let plan = try await plan { _ = try await $0.fences(of: anna) }
        expect(plan, takes: "SEARCH fence USING INDEX fenceByAccount (account=?)")
    }

    @Test func `the alert that a report joins is found by the R*Tree`() async throws {
        let report = Report(account: anna, position: .basel, allergens: ["birch"], symptoms: [], comment: nil)
        let plan = try await plan { store in
            _ = try await store.transact { transaction in
                try transaction.cluster(for: report, within: 3_000, at: noon)
            }
        }
        expect(plan, takes: "SCAN alertBox VIRTUAL TABLE INDEX 2:")
        expect(plan, takes: "SEARCH alert USING INTEGER PRIMARY KEY (rowid=?)")
    }

    @Test func `the subscribers of reports that joined an alert are found by the R*Tree`() async throws {
        let alert = Alert.sample("joined", kind: .user, level: nil)
        let report = Report(account: anna, position: .basel, allergens: [], symptoms: [], comment: nil)
        _ = try await opened.store.transact { transaction in
            try transaction.add(alert)
            try transaction.join(report, to: alert.id, at: noon)
        }
        let unannounced = try await plan {
            _ = try await $0.unannouncedReports(of: alert.id, at: noon, limit: 16)
        }
        expect(unannounced, takes: "SCAN fenceBox VIRTUAL TABLE INDEX 2:")
        expect(unannounced, takes: "SEARCH fence USING INTEGER PRIMARY KEY (rowid=?)")
        let waiting = try await plan { _ = try await $0.unannouncedAlerts(limit: 10) }
        #expect(waiting.contains { $0.contains("reportUntold") }, "\(waiting)")
    }

    @Test func `the last hours of pollutants are found by their key`() async throws {
        let plan = try await plan {
            _ = try await $0.pollutantHours(around: .basel, until: Date(timeIntervalSince1970: 1_795_600_800))
        }
        expect(
            plan,
            takes: "SEARCH hourlyReading USING PRIMARY KEY "
                + "(station=? AND allergen=? AND day=? AND ending>? AND ending<?)")
    }

    @Test func `what was measured around a place is found by its stations and days`() async throws {
        let plan = try await plan {
            _ = try await $0.measuredAir(around: [.basel], days: today.adding(days: -1_095)...today)
        }
        expect(plan, takes: "SCAN stationBox VIRTUAL TABLE INDEX 2:")
        expect(plan, takes: "SEARCH reading USING INDEX readingByStation (station=? AND day>? AND day<?)")
    }

    @Test func `where the same was reported before, fences are found by the time they changed`() async throws
    {
        let alert = Alert.sample("joined", kind: .user, level: nil)
        let bert = try await opened.account("bert")
        let reports = [anna, bert].map {
            Report(account: $0, position: .basel, allergens: [], symptoms: [], comment: nil)
        }
        _ = try await opened.store.transact { transaction in
            try transaction.add(alert)
            try transaction.keep(reports[0], in: alert.id, at: noon)
            try transaction.join(reports[1], to: alert.id, at: noon)
        }
        let plan = try await plan { _ = try await $0.unannouncedReports(of: alert.id, at: noon, limit: 16) }
        for index in ["fenceByChange", "fenceByStart", "reportByPlace"] {
            #expect(plan.contains { $0.contains(index) }, "\(plan)")
        }
        #expect(!plan.contains { $0.contains("fenceBox") || $0.hasPrefix("SCAN fence") }, "\(plan)")
    }

    @Test func `an account's recent actions are found by account and time`() async throws {
        let plan = try await plan { store in
            _ = try await store.transact { [anna] transaction in
                try transaction.note(.report, by: anna, from: .basel, at: noon)
                _ = try transaction.latestReport(of: anna, at: noon)
                return try transaction.times(of: .report, by: anna, at: noon)
            }
        }
        expect(plan, takes: "SEARCH subscriberAct USING COVERING INDEX subscriberActByAccount")
        expect(plan, takes: "SEARCH subscriberAct USING INDEX subscriberActByAccount")
        #expect(plan.contains { $0.contains("subscriberActByAge") }, "\(plan)")
    }

    @Test func `the moderation queue is found by what is open`() async throws {
        let plan = try await plan { _ = try await $0.moderatedAlerts(after: 0, limit: 10, at: noon) }
        for index in ["flagUnsettled", "alertHidden"] {
            #expect(plan.contains { $0.contains(index) }, "\(plan)")
        }
    }

    @Test func `decisions are found by number, and later ones by alert`() async throws {
        let plan = try await plan { _ = try await $0.moderationEntries(before: .max, limit: 10) }
        expect(plan, takes: "SEARCH moderation USING INTEGER PRIMARY KEY (rowid<?)")
        #expect(plan.contains { $0.contains("later USING") && $0.contains("moderationByAlert") }, "\(plan)")
    }

    @Test func `acts of administrators are found beside any number of sign-ins`() async throws {
        let plan = try await plan { _ = try await $0.administrativeActs(before: .max, limit: 10) }
        expect(plan, takes: "SEARCH audit USING INDEX auditOfOthers (number<?)")
    }

    @Test func `moderators on duty are found without looking at other accounts`() async throws {
        let plan = try await plan { _ = try await $0.moderatorsOnDuty() }
        for step in ["accountRoleOfModerators", "SEARCH offDuty", "SEARCH account"] {
            #expect(plan.contains { $0.contains(step) }, "\(plan)")
        }
    }

    @Test func `a credential is found by its public part`() async throws {
        let plan = try await plan { _ = try await $0.credential("one") }
        expect(plan, takes: "SEARCH credential USING PRIMARY KEY (id=?)")
    }

    @Test func `an answer is found by account and key`() async throws {
        let plan = try await plan { _ = try await $0.answer(to: "key", of: anna) }
        expect(plan, takes: "SEARCH idempotentAnswer USING PRIMARY KEY (account=? AND key=?)")
    }

    @Test func `outdated answers are found by age`() async throws {
        let answer = KeptAnswer(fingerprint: Data(), location: "/", body: Data())
        let plan = try await plan { try await $0.keep(answer, to: "key", of: anna, at: noon) }
        expect(plan, takes: "SEARCH idempotentAnswer USING COVERING INDEX idempotentAnswerByAge (created<?)")
    }

    @Test func `a reading is replaced in place`() async throws {
        let plan = try await plan { store in
            _ = try await store.transact { try $0.keep(.sample(81), received: noon).keeping }
        }
        expect(plan, takes: "SEARCH reading USING PRIMARY KEY (allergen=? AND day=? AND station=?)")
    }

    @Test func `the outbox finds due deliveries in an index alone`() async throws {
        let plan = try await plan { _ = try await $0.claim(at: noon, passing: [], limit: 10) }
        expect(plan, takes: "SEARCH delivery USING COVERING INDEX deliveryByDue (due>? AND due<?)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
    }
}
