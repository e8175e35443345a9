import Alerts
import Allergens
import Diary
import Foundation
import Geography
import HTTP
import HealthMetrics
import Help
import Localisation
import People
import Trips

/// A subscriber's allergens, places, notifications and reports.
extension PersonalExport {
    /// The profile, quiz answers and fences of the account, or of a person, in that person's folder.
    mutating func addPerson(_ account: Account.ID, in folder: String) async throws {
        let profile = try await sources.profileStore.profile(of: account)
        let answer = ProfileAnswer(profile, sources.environment.taxonomy)
        try add("\(folder)profile", answer)
        let quiz = try await sources.profileStore.welcomeQuiz(of: account)
        try add("\(folder)quiz", WelcomeAnswer(quiz, profile: answer))
        let fences = try await sources.fenceStore.fences(of: account)
        try add("\(folder)fences", fences.map { FenceAnswer($0, in: profile, sources.environment.taxonomy) })
        let columns = ["id", "name", "longitude", "latitude", "radius", "alerts"]
        try add("\(folder)fences", fences, columns: columns) { fence in
            var circle: [String?] = [nil, nil, nil]
            if case .circle(let centre, let radius) = fence.area {
                circle = ["\(centre.longitude)", "\(centre.latitude)", "\(radius)"]
            }
            let kinds = Alert.Kind.allCases.filter(fence.rules.kinds.contains).map(\.rawValue)
            return [fence.id.rawValue, fence.name] + circle + [kinds.joined(separator: " ")]
        }
        try await addDiary(of: account, in: profile.timeZone, folder)
        try await addMetrics(of: account, folder)
        try await addTrips(of: account, folder)
        let (plan, due) = try await sources.reminderStore.reminderPlan(of: account)
        let sent = try await sources.reminderStore.reminders(
            of: account, since: CivilDate.accepted.lowerBound)
        try add(
            "\(folder)reminders", ReminderPlanAnswer(plan, due: due, recent: sent, in: profile.timeZone))
        let links = try await sources.linkStore.sharedLinks(of: account, at: sources.environment.now())
        try add(
            "\(folder)links", SharedLinksAnswer(links: links.map { SharedLinkAnswerDocument($0) }))
        let holdings = try await sources.helpStore.helpHoldings(of: account)
        try add("\(folder)help", try HelpExport(holdings))
        try add(
            "\(folder)contact-letters",
            ContactLogAnswer(try await sources.helpStore.contactLog(of: account)))
        try await addDocuments(of: account, folder)
    }

    /// The documents, and the files themselves.
    private mutating func addDocuments(of account: Account.ID, _ folder: String) async throws {
        let documents = try await sources.documentStore.documents(of: account)
        try add("\(folder)documents", documents.map(DocumentAnswer.init))
        for document in documents {
            // It may have been deleted meanwhile.
            guard let content = try await sources.documentStore.content(of: document.id, of: account)
            else { continue }
            try add("\(folder)documents/\(document.id.rawValue).\(document.format.suffix)", content)
        }
    }

    /// The diary, in a table with a line for each thing that was said of a day.
    private mutating func addDiary(of account: Account.ID, in zone: TimeZone, _ folder: String) async throws {
        let entries = try await sources.diaryStore.diary(of: account, days: CivilDate.accepted)
        try add(
            "\(folder)diary",
            entries.filter { !$0.isEmpty }.map { DiaryEntryAnswer($0, in: zone) })
        let lines = entries.flatMap { entry in
            DiaryItem.all.compactMap { item in entry.values[item].map { (entry, item, $0) } }
        }
        try add("\(folder)diary", lines, columns: ["day", "item", "value", "changed"]) { line in
            let (entry, item, value) = line
            return [entry.day.description, item.key, value.text, entry.marks[item]?.changed.text]
        }
    }

    /// What was measured: the figures of each day, and the values that are still kept one by one.
    private mutating func addMetrics(of account: Account.ID, _ folder: String) async throws {
        let days = try await sources.metricStore.metricDays(of: account, CivilDate.accepted)
        let plan = try await sources.metricStore.metricPlan(of: account)
        try add("\(folder)metrics", MetricListAnswer(days, plan))
        try add("\(folder)metrics-plan", MetricPlanDocument(plan))
        var values: [Metric] = []
        for day in days { values += try await sources.metricStore.metrics(of: account, on: day.day) }
        let columns = ["time", "kind", "value", "unit", "source"]
        try add("\(folder)metrics", values, columns: columns) { metric in
            [
                metric.time.text, metric.kind.rawValue, "\(metric.value)", metric.kind.unit,
                metric.series.source,
            ]
        }
    }

    /// The trips and the sums of earlier ones, in a table without the exposures too.
    private mutating func addTrips(of account: Account.ID, _ folder: String) async throws {
        let trips = try await sources.tripStore.trips(
            of: account, from: .distantPast, until: .distantFuture)
        try add("\(folder)trips", TripListAnswer(trips, sources.environment.taxonomy))
        let columns = ["start", "end", "mode", "metres", "carbon", "count", "minutes"]
        try add("\(folder)trips", trips, columns: columns) { trip in
            [
                trip.start.text, trip.end.text, trip.mode.rawValue, "\(trip.distance)",
                trip.carbon.map { "\($0.grams)" }, "\(trip.count)", "\(Double(trip.seconds) / 60)",
            ]
        }
    }

    mutating func addInbox(of persons: [Person]) async throws {
        let profile = try await sources.profileStore.profile(of: account)
        let phrases = MessageCatalogue(profile.language, profile.tone, taxonomy: sources.environment.taxonomy)
        let size = InboxRoutes.pageSize
        let entries = try await all(from: 0, pageSize: size) { last in
            try await sources.inboxStore.inbox(
                of: account, and: persons.map(\.account), .after(last), unreadOnly: false, limit: size)
        } next: {
            $0.id
        }
        // The roles of reporters are no data of this account.
        try add("alerts", entries.map { InboxAnswer.Entry($0, persons, phrases, experts: []) })
        let columns = ["id", "alert", "kind", "level", "sent", "headline", "reason", "read"]
        try add("alerts", entries, columns: columns) { entry in
            let alert = entry.entry.alert
            return [
                "\(entry.id)", alert.id.rawValue, alert.kind.rawValue, alert.level?.rawValue, alert.sent.text,
                phrases.headline(of: alert), entry.reason?.rawValue,
                entry.entry.read?.text,
            ]
        }
    }

    mutating func addReports(_ persons: [Person]) async throws {
        let size = PrivacyRoutes.pageSize
        let reports = try await all(from: 0, pageSize: size) { last in
            try await sources.personalRecords.ownReports(
                of: account, after: last, limit: size, at: sources.environment.now())
        } next: {
            $0.number
        }
        try add("reports", reports.map { OwnReportAnswer($0, persons) })
        let columns = [
            "alert", "longitude", "latitude", "allergens", "symptoms", "strength", "comment", "sent",
            "stands", "person",
        ]
        try add("reports", reports, columns: columns) { report in
            [
                report.alert.rawValue, "\(report.cell.longitude)", "\(report.cell.latitude)",
                report.allergens.map(\.rawValue).joined(separator: " "),
                report.symptoms.map(\.rawValue).joined(separator: " "), report.strength?.rawValue,
                report.comment, report.sent.text,
                "\(report.stands)", persons.first { $0.account == report.person }?.name,
            ]
        }
    }

    /// The account's responses to other people's reports, and its decisions as a moderator.
    mutating func addOpinions() async throws {
        let opinions = try await sources.personalRecords.ownOpinions(of: account)
        try add("opinions", opinions.map(OwnOpinionAnswer.init))
        try add("opinions", opinions, columns: ["alert", "opinion", "at"]) { opinion in
            [opinion.alert.rawValue, opinion.flag?.rawValue ?? "confirmed", opinion.created.text]
        }
        try add(
            "decisions",
            try await sources.personalRecords.ownDecisions(of: account).map(OwnDecisionAnswer.init))
    }
}

extension DiaryEntry.Value {
    fileprivate var text: String {
        switch self {
        case .number(let number): "\(number)"
        case .text(let text): text
        }
    }
}
