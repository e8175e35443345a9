import API
import Authentication
import Foundation
import HTTP
import HTTPTypes
import People
import SampleTesting
import Server
import Testing

/// An account with one of everything that a path can name, and with two persons who have the same.
struct Household: Sendable {
    /// A person in the account's care.
    struct Member: Sendable {
        let id: String
        var ids: [String: String] = [:]
    }

    /// A word in all of the household's own data.
    let mark: String
    let token: String
    /// Its identifiers, by the names of path parameters.
    private(set) var ids = ["day": Household.day]
    private(set) var persons: [Member] = []

    /// The identifiers for a path with these parameters: below a person, those of the person.
    func ids(for names: [String]) -> [String: String] {
        guard names.contains("person") else { return ids }
        return ids.merging(persons[0].ids) { $1 }.merging(["person": persons[0].id]) { $1 }
    }

    /// Opens an account, and raises an alert at its place.
    static func settled(_ name: String, mark: String, in service: RunningService) async throws -> Household {
        let network = try service.workspace.network()
        var household = Household(mark: mark, token: try await network.guest(name, "expert", "researcher"))
        try await household.settle(named: name, network, service)
        let informant = try await network.guest("informant of \(name)")
        let sent = try await service.post("/v1/alerts", report(10, 50, of: "birch"), bearer: informant)
        #expect(sent.status == 201, "\(sent.text)")
        let own = try await service.post("/v1/alerts", report(11, 51, of: "grass"), bearer: household.token)
        #expect(own.status == 201, "\(own.text)")
        try await household.keepDiaries(service)
        household.ids["alert"] = own.json["id"].text
        household.ids["entry"] = try await household.entry("/v1/me/alerts", service)
        for index in household.persons.indices {
            let path = "/v1/me/persons/\(household.persons[index].id)/alerts"
            household.persons[index].ids["entry"] = try await household.entry(path, service)
        }
        return household
    }

    private mutating func settle(
        named name: String, _ network: Network, _ service: RunningService
    ) async throws {
        ids["account"] = name
        ids["role"] = "expert"
        ids["provider"] = "clinic"
        ids["session"] = try await network.session(of: name, .token).session.id.rawValue
        let account = try await network.account(named: name).id
        // Two providers, so that removing one leaves a way to sign in.
        for provider in ["clinic", "gym"] {
            try await network.logins.link(
                ForeignIdentity(provider: provider, subject: name), with: account, at: Date())
        }
        ids["token"] = try await make("/v1/me/tokens", #"{"label":"\#(mark)"}"#, service)
        ids["channel"] = try await make(
            "/v1/me/channels", #"{"kind":"webhook","url":"https://\#(mark).example/hook"}"#, service)
        ids["fence"] = try await make("/v1/me/fences", circle(10, 50, named: mark), service)
        for name in ["Mia", "Ben"] {
            let id = try await make("/v1/me/persons", #"{"name":"\#(name) \#(mark)"}"#, service)
            let fence = try await make(
                "/v1/me/persons/\(id)/fences", circle(10, 50, named: "\(name) \(mark)"), service)
            persons.append(Member(id: id, ids: ["fence": fence]))
        }
    }

    /// The day of all diaries, for which symptoms may still be noted.
    private static let day = "2026-04-10"
    /// Switched off, so that nothing is sent meanwhile.
    private static let reminders = #"{"on":false,"times":[{"time":"21:37"}]}"#

    private mutating func keepDiaries(_ service: RunningService) async throws {
        let consent = try await service.send(
            "PUT", "/v1/me/consents/health", body: Array(#"{"version":1}"#.utf8), bearer: token)
        #expect(consent.status == 200, "\(consent.text)")
        for home in ["/v1/me"] + persons.map({ "/v1/me/persons/\($0.id)" }) {
            let kept = try await service.send(
                "PATCH", "\(home)/diary/\(Self.day)", body: Array(#"{"note":"\#(mark)"}"#.utf8),
                type: "application/merge-patch+json", bearer: token)
            #expect(kept.status == 200, "\(kept.text)")
            let measured = try await service.post("\(home)/metrics", Self.metrics(from: mark), bearer: token)
            #expect(measured.status == 200, "\(measured.text)")
            let planned = try await service.send(
                "PUT", "\(home)/reminders", body: Array(Self.reminders.utf8), bearer: token)
            #expect(planned.status == 200, "\(planned.text)")
        }
        try await keepTrips(service)
        try await keepHelp(service)
        try await writeArticle(service)
        ids["study"] = try await StudyVisit(service: service, token: token).joined(as: mark)
        (ids["name"], ids["number"], ids["form"]) = ("anna", "1", "main")
        ids["link"] = try await make("/v1/me/links", Self.link(named: mark), service)
        for index in persons.indices {
            let path = "/v1/me/persons/\(persons[index].id)/links"
            persons[index].ids["link"] = try await make(path, Self.link(named: mark), service)
        }
    }

    /// Keeps a trip of each, with the same start.
    private func keepTrips(_ service: RunningService) async throws {
        let consent = try await service.send(
            "PUT", "/v1/me/consents/trips", body: Array(#"{"version":1}"#.utf8), bearer: token)
        #expect(consent.status == 200, "\(consent.text)")
        for home in ["/v1/me"] + persons.map({ "/v1/me/persons/\($0.id)" }) {
            let kept = try await service.post("\(home)/trips", Self.trips, bearer: token)
            #expect(kept.json["kept"].number == 1, "\(kept.text)")
        }
    }

    /// A trip on the day of the diaries.
    static let trips = """
        {"trips":[{"start":"\(day)T06:00:00Z","end":"\(day)T07:00:00Z","mode":"car","distance":4321.75}]}
        """

    /// Begins an article, as only experts can.
    private mutating func writeArticle(_ service: RunningService) async throws {
        let article = try await service.post("/v1/me/articles", Self.manuscript(mark), bearer: token)
        #expect(article.status == 201, "\(article.text)")
        ids["submission"] = article.json["article"]["id"].text
    }

    /// What each of the household keeps for when help is needed: the parameter of its path, its list, and its body.
    static let help: [(parameter: String, list: String, body: @Sendable (String) -> String)] = [
        ("injector", "injectors", { #"{"name":"\#($0)","place":"","expires":"2099-05"}"# }),
        ("food", "foods", { #"{"name":"\#($0)","sign":"🌰","severity":"","note":""}"# }),
        ("document", "documents", { "%PDF-1.7\n% \($0)\n%%EOF\n" }),
        ("dosage", "dosages", dosage(named:)),
        (
            "rule", "rules",
            { #"{"allergen":"own:\#($0)","clinic":"\#($0)","phone":"","whenIll":"","notes":""}"# }
        ),
        ("medicine", "medicines", { #"{"name":"\#($0)","form":"tablet"}"# }),
        (
            "appointment", "appointments",
            { #"{"title":"\#($0)","day":"2099-05-01","time":"10:00","timeZone":"Europe/Zurich"}"# }
        ),
        ("doseReminder", "doseReminders", { _ in #"{"on":false,"times":["21:37"]}"# }),
        (
            "contact", "contacts",
            { #"{"name":"\#($0)","relation":"","phone":"","email":null,"kind":"contact","order":0}"# }
        ),
    ]

    /// A plan with a word in it.
    static func actionPlan(_ word: String) -> String {
        """
        {"doctor":"\(word)","written":null,"text":"\(word)","zones":{"green":"","yellow":"","red":""},"call":""}
        """
    }

    /// A link for who looks after somebody, which a day closes.
    static func handover(named label: String) -> String {
        link(named: label).replacing("fhir+json", with: "vnd.breathe-easy.help+json")
    }

    /// A current dosage of peanut.
    private static func dosage(named name: String) -> String {
        #"""
        {"allergen":"food:peanut","name":"\#(name)","amount":0.5,"unit":"mg","route":"oral","notes":"",
         "current":true,"half":true}
        """#
    }

    /// A dose with a reaction.
    static func dose(noted: String) -> String {
        #"""
        {"time":"18:05","dosage":"Step 1","amount":0.25,"unit":"mg","route":"oral","half":true,
         "medicines":[{"name":"Zyrtec","strength":"10 mg"}],"cofactors":{"ill":false},"notes":"\#(noted)",
         "reaction":{"symptoms":["Itching"],"minutesAfter":20,"notes":""}}
        """#
    }

    private mutating func keepHelp(_ service: RunningService) async throws {
        let consent = try await service.send(
            "PUT", "/v1/me/consents/help", body: Array(#"{"version":1}"#.utf8), bearer: token)
        #expect(consent.status == 200, "\(consent.text)")
        for home in ["/v1/me"] + persons.map({ "/v1/me/persons/\($0.id)" }) {
            let plan = Array(Self.actionPlan(mark).utf8)
            let kept = try await service.send("PUT", "\(home)/help/plan", body: plan, bearer: token)
            #expect(kept.status == 200, "\(kept.text)")
        }
        for (parameter, list, body) in Self.help {
            ids[parameter] = try await make("/v1/me/help/\(list)", body(mark), service)
            for index in persons.indices {
                let path = "/v1/me/persons/\(persons[index].id)/help/\(list)"
                persons[index].ids[parameter] = try await make(path, body(mark), service)
            }
        }
        ids["treatment"] = "food:peanut"
        for home in ["/v1/me"] + persons.map({ "/v1/me/persons/\($0.id)" }) {
            let noted = try await service.send(
                "PUT", "\(home)/help/days/\(Self.day)/doses/food:peanut",
                body: Array(Self.dose(noted: mark).utf8), bearer: token)
            #expect(noted.status == 200, "\(noted.text)")
        }
        ids["sos"] = try await make("/v1/me/help/sos", "{}", service)
        for index in persons.indices {
            let path = "/v1/me/persons/\(persons[index].id)/help/sos"
            persons[index].ids["sos"] = try await make(path, "{}", service)
        }
    }

    /// A value of the day, by the device of that name.
    static func metrics(from source: String) -> String {
        """
        {"values":[{"kind":"heartRate","value":61,"time":"\(day)T12:00:00Z","source":"\(source)"}]}
        """
    }

    /// An article that an expert has begun.
    static func manuscript(_ word: String) -> String {
        """
        {"texts":[{"language":"en","title":"\(word)","summary":"\(word)","body":"\(word)"}],
         "keywords":[],"sources":[],"byline":"\(word)"}
        """
    }

    /// A link that a day closes.
    static func link(named label: String) -> String {
        let expires = Date().addingTimeInterval(86_400).formatted(.iso8601)
        let file = "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA"
        return """
            {"label":"\(label)","passcode":"1234","expires":"\(expires)",
             "files":[{"contentType":"application/fhir+json","content":"\(file)"}]}
            """
    }

    private func make(_ path: String, _ body: String, _ service: RunningService) async throws -> String {
        let made = try await service.post(path, body, bearer: token)
        #expect(made.status == 201, "\(path): \(made.text)")
        return try #require(made.json["id"].text)
    }

    /// The first line of an inbox, once it has come.
    private func entry(_ path: String, _ service: RunningService) async throws -> String {
        let number = try await awaited("the alert did not arrive at \(path)") {
            try await service.get(path, bearer: token).json["alerts"].elements.first?["id"].number
        }
        return "\(Int(number))"
    }

    /// A report for a person of the household.
    func reportForPerson(of allergen: String) -> String {
        #"{"person":"\#(persons[0].id)","# + report(12, 52, of: allergen).dropFirst()
    }

    /// Everything that the owner sees, except the state of messages, which changes meanwhile.
    func state(in service: RunningService) async throws -> [JSONValue] {
        func list(_ path: String, _ name: String, _ members: String...) async throws -> [JSONValue] {
            let answer = try await service.get(path, bearer: token)
            #expect(answer.status == 200, "\(path): \(answer.text)")
            return answer.json[name].elements.flatMap { element in
                members.isEmpty ? [element] : members.map { element[$0] }
            }
        }
        var state =
            try await list("/v1/me/channels", "channels", "id", "url", "kind", "rhythm")
            + list("/v1/me/tokens", "tokens", "id", "label", "scopes")
            + list("/v1/me/sessions", "sessions", "id")
            + list("/v1/me/identities", "identities", "provider")
            + list("/v1/me/persons", "persons") + list("/v1/me/consents", "purposes")
            + list("/v1/me/articles", "articles") + list("/v1/me/studies", "studies")
        for home in ["/v1/me"] + persons.map({ "/v1/me/persons/\($0.id)" }) {
            state +=
                try await list("\(home)/fences", "fences") + list("\(home)/links", "links")
                + list("\(home)/trips?from=\(Self.day)&to=\(Self.day)", "trips")
                + list("\(home)/alerts", "alerts", "id", "read")
                + [try await service.get("\(home)/profile", bearer: token).json]
                + [try await service.get("\(home)/diary/\(Self.day)", bearer: token).json]
                + [try await service.get("\(home)/metrics/\(Self.day)", bearer: token).json]
                + [try await service.get("\(home)/metrics/plan", bearer: token).json]
                + [try await service.get("\(home)/reminders", bearer: token).json]
                + [try await service.get("\(home)/quiz/welcome", bearer: token).json]
                + [try await service.get("\(home)/help/plan", bearer: token).json]
                + list("\(home)/help/links", "links")
            state += try await list("\(home)/help/doses?from=\(Self.day)&to=\(Self.day)", "doses")
            for (_, name, _) in Self.help { state += try await list("\(home)/help/\(name)", name) }
        }
        return state
    }
}

extension Household {
    /// A body that the route accepts, so that a refusal has another reason.
    static func body(of endpoint: Endpoint) -> String? {
        let path = endpoint.path.replacing("/persons/{person}/", with: "/")
        return bodies["\(endpoint.method.rawValue) \(path)"] ?? helpBody(of: endpoint.method, path)
    }

    private static func helpBody(of method: HTTPRequest.Method, _ path: String) -> String? {
        guard [.post, .put].contains(method) else { return nil }
        return help.first {
            path == "/v1/me/help/\($0.list)" || path == "/v1/me/help/\($0.list)/{\($0.parameter)}"
        }?
        .body(method == .post ? "y" : "x")
    }

    private static let bodies = [
        "PUT /v1/me/fences/{fence}": circle(1, 1), "POST /v1/me/fences": circle(1, 1),
        "POST /v1/me/fences/preview": circle(1, 1),
        "PUT /v1/me/alerts/read": #"{"until":1}"#, "PUT /v1/me/channels/{channel}": "{}",
        "PUT /v1/me/persons/{person}": #"{"name":"Mia"}"#,
        "DELETE /v1/me/persons/{person}": #"{"confirm":"Mia"}"#,
        "PUT /v1/me/profile": #"{"allergens":[]}"#, "PATCH /v1/me/profile": #"{"allergens":[]}"#,
        "PUT /v1/me/quiz/welcome": "{}", "PATCH /v1/me/diary/{day}": #"{"symptoms":{"Headache":"mild"}}"#,
        "PATCH /v1/me/help/days/{day}/intakes": #"{"intakes":[{"medicine":"x","time":"08:00"}]}"#,
        "POST /v1/me/help/sos": "{}", "PUT /v1/me/help/sos-settings": #"{"name":"","values":false}"#,
        "POST /v1/me/metrics": metrics(from: "x"), "POST /v1/me/trips": trips,
        "PATCH /v1/me/trips/{start}": #"{"mode":"train"}"#,
        "PUT /v1/me/metrics/plan": #"{"bounds":{},"zones":{},"compare":true}"#,
        "POST /v1/me/links": link(named: "x"), "POST /v1/me/help/links": handover(named: "x"),
        "PUT /v1/me/help/plan": actionPlan("x"),
        "PUT /v1/me/help/documents/{document}": #"{"title":"x","kind":"plan","offline":false}"#,
        "PUT /v1/me/help/days/{day}/doses/{treatment}": dose(noted: "x"),
        "POST /v1/products/{barcode}": #"{"name":"x","language":"en","agreed":true}"#,
        "PUT /v1/me/reminders": #"{"on":false,"times":[]}"#,
        "PUT /v1/me/consents/{purpose}": #"{"version":\#(Consent.currentVersion)}"#,
        "POST /v1/me/articles": manuscript("x"), "PUT /v1/me/articles/{submission}": manuscript("x"),
        "POST /v1/me/articles/{submission}/acts": #"{"act":"withdraw"}"#,
        "POST /v1/review/articles/{submission}/acts": #"{"act":"accept"}"#,
        "POST /v1/review/articles/{submission}/remarks":
            #"{"language":"en","paragraph":1,"quote":"","text":"x"}"#,
        "PUT /v1/me/studies/{study}/consent": StudyVisit.agreement,
        "PUT /v1/me/studies/{study}/reminders": #"{"on":false}"#,
        "POST /v1/me/studies/{study}/answers": StudyVisit.answer,
        "DELETE /v1/me/studies/{study}": #"{"answers":"keep"}"#,
        "PUT /v1/moderation/alerts/{alert}": #"{"hidden":true}"#, "PUT /v1/moderation/duty": #"{"on":true}"#,
        "POST /v1/alerts/{alert}/flags": #"{"reason":"spam"}"#,
        "POST /v1/stations/{station}/keys": "{}",
        "POST /v1/stations/{station}/readings":
            #"{"readings":[{"allergen":"birch","day":"2020-04-08","value":3}]}"#,
        "POST /v1/stations/{station}/readings/confirmations":
            #"{"readings":[{"allergen":"birch","day":"2020-04-08"}]}"#,
    ]
}
