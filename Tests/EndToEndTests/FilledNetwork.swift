import API
import Allergens
import Foundation
import People
import SampleTesting
import Server
import Testing

/// A service with some data of every kind in the API.
struct FilledNetwork {
    let service: RunningService
    /// The token of a moderator, administrator and researcher, who operates `basel`
    /// and has a profile of allergens.
    let account: String
    /// The token of an expert, who has an article of each kind that the account reviews.
    let expert: String
    /// The key of the station `basel`.
    let key: String

    /// The visit to a provider of payments with which something was given.
    static let gift = "cs_test_given"

    /// Serves while `body` runs, with settings beside those that fill pages.
    static func during<Value>(
        with settings: [String: String] = [:], _ body: (FilledNetwork) async throws -> Value
    ) async throws -> Value {
        try await Workspace.temporary { workspace in
            try workspace.addTowns()
            try await workspace.addStation("basel", 7.584, 47.562)
            try await workspace.addStation("bern", 7.44, 46.95)
            try await workspace.importPlain(
                (1...9).flatMap {
                    [
                        "basel,birch,\(today.adding(days: -$0)),\($0 * 9)",
                        "bern,birch,\(today.adding(days: -$0)),30",
                    ]
                }
                    + (365...380).map { "basel,birch,\(today.adding(days: -$0)),40" })
            try await workspace.done(
                "import", "--feed", "dwd",
                workspace.file(
                    "dwd.json",
                    """
                    {"last_update":"\(today) 11:00 Uhr","content":[{"region_id":50,"partregion_id":-1,
                     "Pollen":{"Birke":{"today":"2-3","tomorrow":"1"}}}]}
                    """))
            let network = try workspace.network()
            let account = try await network.guest(
                "anna", "moderator", "administrator", "researcher", "operator:basel")
            let reporter = try await network.guest("ben")
            let expert = try await network.guest("eva", "expert")
            try await give(in: network)
            let key = try await network.key(of: "basel").secret
            return try await RunningService.during(
                workspace,
                environment: [
                    "BREATHE_OUTBOUND_ALLOW": "127.0.0.1", "BREATHE_BASEMAP": workspace.folder.path,
                ].merging(settings) { $1 }
            ) { service in
                let network = FilledNetwork(
                    service: service, account: account, expert: expert, key: key)
                try await network.subscribe()
                try await network.care()
                try await network.note()
                try await network.count()
                try await network.write()
                let message = #"{"topic":"comment","text":"Good air.","page":"/"}"#
                let sent = try await service.post("/v1/messages", message, bearer: account)
                #expect(sent.status == 202, "\(sent.text)")
                try await network.report(as: reporter)
                return try await body(network)
            }
        }
    }

    /// A gift to the service with its receipt, as a provider of payments has reported it.
    private static func give(in network: Network) async throws {
        let receipt = try #require(URL(string: "https://pay.example/receipts/1"))
        let events: [PaymentEvent] = [
            .paid(payment: "pi_given", visit: gift, amount: 1_000, currency: "EUR"),
            .receipt(payment: "pi_given", receipt),
        ]
        for event in events { try await network.store.keep(event, at: Date()) }
    }

    private func subscribe() async throws {
        let profile = #"{"allergens":[{"allergen":"birch","level":"low"}],"crossReactions":true}"#
        // Who has named no allergens is led to the welcome page.
        for bearer in [account, expert] {
            let kept = try await service.send(
                "PUT", "/v1/me/profile", body: Array(profile.utf8), type: "application/json", bearer: bearer)
            #expect(kept.status == 200, "\(kept.text)")
        }
        let fence = try await service.post(
            "/v1/me/fences", circle(7.58, 47.56, watching: #"{"allergen":"birch"}"#), bearer: account)
        #expect(fence.status == 201, "\(fence.text)")
        let channel = try await service.post(
            "/v1/me/channels", #"{"kind":"webhook","url":"http://127.0.0.1:9/hook"}"#, bearer: account)
        #expect(channel.status == 201, "\(channel.text)")
    }

    /// Adds a person in the account's care, with a fence of their own.
    private func care() async throws {
        let person = try await service.post("/v1/me/persons", #"{"name":"Mia"}"#, bearer: account)
        #expect(person.status == 201, "\(person.text)")
        let fence = try await service.post(
            "/v1/me/persons/\(person.json["id"].text ?? "")/fences",
            circle(7.58, 47.56, named: "School", watching: #"{"allergen":"birch"}"#), bearer: account)
        #expect(fence.status == 201, "\(fence.text)")
    }

    /// Notes something in the diaries of the account and the person, today and on the day of the examples.
    private func note() async throws {
        let consent = try await service.send(
            "PUT", "/v1/me/consents/health", body: Array(#"{"version":1}"#.utf8), bearer: account)
        #expect(consent.status == 200, "\(consent.text)")
        let persons = try await service.get("/v1/me/persons", bearer: account).json["persons"].elements
        let person = try #require(persons.first?["id"].text)
        for home in ["/v1/me", "/v1/me/persons/\(person)"] {
            for (day, change) in [
                (
                    "\(today)",
                    #"{"answers":{"feeling":3,"nose":3,"vasOverall":70},"medicines":{"nasalSteroid":true}}"#
                ),
                ("2026-04-10", #"{"symptoms":{"Headache":"mild"},"note":"a windy day"}"#),
            ] {
                let kept = try await service.send(
                    "PATCH", "\(home)/diary/\(day)", body: Array(change.utf8),
                    type: "application/merge-patch+json", bearer: account)
                #expect(kept.status == 200, "\(kept.text)")
            }
            try await measure(home)
            try await keepHelp(home)
        }
    }

    /// One of everything that is kept for when help is needed.
    private func keepHelp(_ home: String) async throws {
        let consent = try await service.send(
            "PUT", "/v1/me/consents/help", body: Array(#"{"version":1}"#.utf8), bearer: account)
        #expect(consent.status == 200, "\(consent.text)")
        let plan = try await service.send(
            "PUT", "\(home)/help/plan", body: Array(Household.actionPlan("Mine").utf8), bearer: account)
        #expect(plan.status == 200, "\(plan.text)")
        let link = try await service.post(
            "\(home)/help/links", Household.handover(named: "Mine"), bearer: account)
        #expect(link.status == 201, "\(link.text)")
        for (_, list, body) in Household.help {
            let kept = try await service.post("\(home)/help/\(list)", body("Mine"), bearer: account)
            #expect(kept.status == 201, "\(list): \(kept.text)")
        }
        let call = try await service.post("\(home)/help/sos", "{}", bearer: account)
        #expect(call.status == 201, "\(call.text)")
        let noted = try await service.send(
            "PUT", "\(home)/help/days/2026-04-10/doses/food:peanut",
            body: Array(Household.dose(noted: "Mine").utf8), bearer: account)
        #expect(noted.status == 200, "\(noted.text)")
    }

    /// Values of today and of a day in spring, with bounds and zones.
    private func measure(_ home: String) async throws {
        let export = """
            {"data":{"metrics":[{"name":"heart_rate","units":"count/min","data":[
                {"date":"2026-04-10 12:00:00 +0000","Min":52,"Avg":66,"Max":120,"source":"Watch"}]}]}}
            """
        let typed = """
            {"values":[{"kind":"inhalerUses","value":2,"time":"2026-04-10T08:00:00Z"},
                       {"kind":"peakFlow","value":430,"time":"\(Date().formatted(.iso8601))"}]}
            """
        for values in [export, typed] {
            let kept = try await service.post("\(home)/metrics", values, bearer: account)
            #expect(kept.status == 200 && kept.json["refusedCount"] == 0, "\(kept.text)")
        }
        let plan = """
            {"bounds":{"heartRate":{"low":45,"high":130,"words":"Sit down.","on":true}},
             "zones":{"peakFlow":{"best":480,"upper":80,"lower":50}},"compare":true,"silence":24}
            """
        let planned = try await service.send(
            "PUT", "\(home)/metrics/plan", body: Array(plan.utf8), type: "application/json", bearer: account)
        #expect(planned.status == 200, "\(planned.text)")
    }

    /// Uploads a value that alerts, changes it, and sends a suspect value, an
    /// invalid one, a forecast and a note.
    private func count() async throws {
        for value in [600, 700] {
            let answer = try await service.upload(
                """
                allergen,day,value,quality,forecast,note
                birch,\(today),\(value),confirmed,250,a windy day
                grass,\(today),4,suspect,,
                moonflower,\(today),4,,,

                """, to: "basel", key: key)
            #expect(answer.status == 200 && answer.json["rejectedCount"] == 1, "\(answer.text)")
        }
    }

    private func report(as reporter: String) async throws {
        let report = try await service.post(
            "/v1/alerts",
            #"{"area":{"type":"Point","coordinates":[7.58,47.56]},"allergens":["birch"],"symptoms":["sneezing"],"comment":"by the river"}"#,
            bearer: reporter)
        #expect(report.status == 201, "\(report.text)")
        let alert = try #require(report.json["id"].text)
        let flag = try await service.post("/v1/alerts/\(alert)/flags", #"{"reason":"spam"}"#, bearer: account)
        #expect(flag.status == 204, "\(flag.text)")
    }
}
