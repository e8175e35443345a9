import Allergens
import Foundation
import SampleTesting
import Testing

/// The pages in a real browser, driven by `browser.py` and its neighbours in `Tests/SampleTesting/Scripts`.
@Suite(.takingTurns) struct BrowserTests {
    /// The day of the map.
    private static let day = "2020-04-08"

    /// A station in Berlin with an old suspect day and hour, and the classes of the region around it.
    private func fill(_ workspace: Workspace) async throws -> String {
        try await workspace.addStation("harbour", 13.4, 52.5)
        try await workspace.importPlain([
            "harbour,birch,\(Self.day),5", "harbour,pm2_5,\(Self.day),35.5",
        ])
        for (column, time) in [("day", "2024-05-01"), ("time", "2019-04-08T14:00:00Z")] {
            let text = "station,allergen,\(column),value,quality\nharbour,birch,\(time),30,suspect\n"
            try await workspace.done(
                "import", "--feed", "plain", workspace.file("doubtful-\(column).csv", text))
        }
        try await workspace.done(
            "import", "--feed", "dwd",
            workspace.file(
                "dwd.json",
                """
                {"last_update":"\(Self.day) 11:00 Uhr","content":[{"region_id":50,"partregion_id":-1,
                 "Pollen":{"Birke":{"today":"2-3"},"Roggen":{"today":"1"}}}]}
                """))
        return try #require(
            try await workspace.done("key", "create", "--station", "harbour", "--label", "bench key").lines
                .last)
    }

    /// A folder for screenshots of the pages, or `-`.
    private static let pictures = ProcessInfo.processInfo.environment["BREATHE_PICTURES"] ?? "-"

    func play(_ script: String, _ arguments: String...) async throws {
        let outcome = try await Python.play(script, [Self.pictures] + arguments)
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test func `an operator and a reader of the map can use the pages in a browser`() async throws {
        try await Workspace.temporary { workspace in
            let key = try await fill(workspace)
            try await RunningService.during(workspace) { service in
                try await play("browser.py", service.address, key, "\(today)", Self.day)
            }
        }
    }

    @Test func `an operator's upload changes an open map`() async throws {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("harbour", 13.4, 52.5)
            try await workspace.importPlain(["harbour,birch,\(today),5"])
            let key = try await workspace.key(for: "harbour")
            let link = try await workspace.invitation("olga")
            try await workspace.done("role", "grant", "olga", "operator:harbour")
            try await RunningService.during(workspace) { service in
                try await play("browser_upload.py", service.address, key, "\(today)", link)
            }
        }
    }

    @Test func `a newer version of the site loads when its reader agrees`() async throws {
        try await Workspace.temporary { workspace in
            let site = workspace.folder.appending(path: "site")
            try FileManager.default.copyItem(
                at: repository.appending(path: "Sources/Web/Site/Pages"), to: site)
            try await RunningService.during(workspace, environment: ["BREATHE_SITE": site.path]) { service in
                try await play("browser_update.py", service.address, site.path)
            }
        }
    }

    @Test func `a person draws places, reports, and reads alerts in a browser`() async throws {
        try await Workspace.temporary { workspace in
            let link = try await workspace.invitation("anna")
            let token = try await workspace.account("ben")
            try await workspace.addStation("harbour", 7.59, 47.6)
            let key = try await workspace.key(for: "harbour")
            try await RunningService.during(workspace) { service in
                try await play("browser_reports.py", service.address, link, token, key, "\(today)")
            }
        }
    }

    @Test func `a report, a place and an alert need only the keyboard`() async throws {
        try await Workspace.temporary { workspace in
            try workspace.addTowns()
            let link = try await workspace.invitation("anna")
            let token = try await workspace.account("ben")
            let environment = ["BREATHE_BASEMAP": workspace.folder.path]
            try await RunningService.during(workspace, environment: environment) { service in
                try await play("browser_keyboard.py", service.address, link, token)
            }
        }
    }

    @Test func `a person keeps a diary in a browser, with and without a network`() async throws {
        try await Workspace.temporary { workspace in
            let link = try await workspace.invitation("anna")
            try await RunningService.during(workspace) { service in
                try await play("browser_diary.py", service.address, link)
            }
        }
    }

    @Test func `a person looks back on days beside the air in a browser`() async throws {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("basel", 7.584, 47.562)
            let flowering = [3...6, 13...15, 20...25, 34...36, 41...45, 55...57]
            try await workspace.importPlain(
                (0...62).map { daysAgo in
                    let value = flowering.contains { $0.contains(daysAgo) } ? 300 : 2
                    return "basel,birch,\(today.adding(days: -daysAgo)),\(value)"
                })
            let link = try await workspace.invitation("anna")
            try await RunningService.during(workspace) { service in
                try await play("browser_lookback.py", service.address, link)
            }
        }
    }

    @Test func `a person keeps health values in a browser`() async throws {
        try await Workspace.temporary { workspace in
            let link = try await workspace.invitation("anna")
            try await RunningService.during(workspace) { service in
                try await play("browser_values.py", service.address, link)
            }
        }
    }

    @Test func `a track is read and recorded in a browser, and no place on the way leaves it`() async throws {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("munich", 11.57, 48.14)
            try await workspace.importPlain([
                // A day with the same pollen as the next one, and more ozone; and one with more pollen.
                "munich,birch,2026-05-03,60", "munich,ash,2026-05-03,2", "munich,ozone,2026-05-03,130",
                "munich,birch,2026-05-04,60", "munich,ash,2026-05-04,2", "munich,ozone,2026-05-04,40",
                "munich,birch,2026-05-05,400",
            ])
            let link = try await workspace.invitation("anna")
            try await RunningService.during(workspace, logLevel: "trace") { service in
                try await play("browser_trips.py", service.address, link)
                try expectNoPlace(in: workspace)
            }
        }
    }

    /// Searches the database, its journal and the log for positions of what the script reads and records, as text and as
    /// SQLite stores numbers.
    private func expectNoPlace(in workspace: Workspace) throws {
        let texts = ["48.1399", "48.1400", "48.1401", "11.5599", "47.3731", "47.3736", "8.53187"]
        let numbers = [48.139994, 11.559991, 47.37312, 8.53187].map { number in
            withUnsafeBytes(of: number.bitPattern.bigEndian) { Data($0) }
        }
        let files = try FileManager.default.contentsOfDirectory(
            at: workspace.folder, includingPropertiesForKeys: [.isRegularFileKey]
        ).filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
        let contents = try files.map { try Data(contentsOf: $0) }
        #expect(contents.contains { $0.range(of: Data("anna".utf8)) != nil })
        let detail = Data("\"level\":\"debug\"".utf8)
        #expect(contents.contains { $0.range(of: detail) != nil }, "the log has no details to search")
        for (file, content) in zip(files, contents) {
            for place in texts.map({ Data($0.utf8) }) + numbers {
                #expect(content.range(of: place) == nil, "\(file.lastPathComponent) holds a place")
            }
        }
    }

    @Test func `a person joins a study, answers and leaves in a browser, and the researcher sees it`()
        async throws
    {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("basel", 7.584, 47.562)
            let yesterday = today.adding(days: -1)
            try await workspace.importPlain(["basel,birch,\(today),60", "basel,birch,\(yesterday),80"])
            let hours = (9...12).map { "basel,birch,\(yesterday)T\($0 < 10 ? "0" : "")\($0):00:00Z,44" }
            let text = (["station,allergen,time,value"] + hours).joined(separator: "\n") + "\n"
            try await workspace.done(
                "import", "--confirm", "--feed", "plain", workspace.file("hours.csv", text))
            let link = try await workspace.invitation("anna")
            let token = try await workspace.account("otto")
            try await workspace.done("role", "grant", "otto", "researcher")
            var others: [String] = []
            for number in 1...5 { others.append(try await workspace.account("person-\(number)")) }
            let tokens = others.joined(separator: ",")
            try await RunningService.during(workspace) { service in
                try await play("browser_studies.py", service.address, link, token, tokens, "\(yesterday)")
            }
        }
    }

    @Test func `foods, a card for a restaurant, doses and reactions are kept in a browser`() async throws {
        try await Workspace.temporary { workspace in
            let link = try await workspace.invitation("anna")
            let facts = try await PythonServer("product_server.py")
            let environment = [
                "BREATHE_PRODUCT_FACTS": facts.greeting, "BREATHE_OUTBOUND_ALLOW": "127.0.0.1",
                "BREATHE_PRODUCT_ACCOUNT": "breathe", "BREATHE_PRODUCT_PASSWORD": "se cret&ü",
            ]
            try await RunningService.during(workspace, environment: environment) { service in
                try await play("browser_immunotherapy.py", service.address, link)
            }
        }
    }

    @Test func `an export of Apple Health and a sensor are read in a browser`() async throws {
        try await Workspace.temporary { workspace in
            let link = try await workspace.invitation("anna")
            try await RunningService.during(workspace) { service in
                try await play("browser_devices.py", service.address, link)
            }
        }
    }

    @Test func `what to do now is one tap away, without a network, and after a symptom that should not wait`()
        async throws
    {
        try await Workspace.temporary { workspace in
            let link = try await workspace.invitation("anna")
            try await RunningService.during(workspace) { service in
                try await play("browser_emergency.py", service.address, link)
            }
        }
    }

    @Test
    func
        `the guide answers in a browser, above all to signs of an emergency, and finds what the server finds`()
        async throws
    {
        try await Workspace.temporary { workspace in
            try await RunningService.during(workspace) { service in
                try await play("browser_guide.py", service.address)
            }
        }
    }

    @Test func `a plan and a document are at hand without a network, and handed over by a link`() async throws
    {
        try await Workspace.temporary { workspace in
            let link = try await workspace.invitation("anna")
            try await RunningService.during(workspace) { service in
                try await play("browser_help.py", service.address, link)
            }
        }
    }

    @Test func `a contact agrees, and two taps tell them, or a call and a text without a network`()
        async throws
    {
        // Browsers tell their position, and keep pages, only where they trust a site, as a name of this machine.
        let site = "http://air.localhost"
        try await Workspace.temporary { workspace in
            let link = try await workspace.invitation("anna")
            try await serveByName(site, workspace) { listener, mailbox in
                try await play("browser_sos.py", site, listener, link, mailbox.server.path("messages.jsonl"))
            }
        }
    }

    @Test func `a diary is shared by a link in a browser, opened by a stranger, and closed`() async throws {
        try await Workspace.temporary { workspace in
            let link = try await workspace.invitation("anna")
            try await RunningService.during(workspace) { service in
                try await play("browser_sharing.py", service.address, link)
            }
        }
    }

    @Test func `a moderator decides by keys and buttons, and takes it back, in a browser`() async throws {
        try await Workspace.temporary { workspace in
            let link = try await workspace.invitation("anna")
            try await workspace.done("role", "grant", "anna", "moderator")
            try await workspace.done("role", "grant", "anna", "administrator")
            let (ben, clara) = (try await workspace.account("ben"), try await workspace.account("clara"))
            try await workspace.done("role", "grant", "ben", "researcher")
            try await RunningService.during(workspace) { service in
                try await play("browser_moderation.py", service.address, link, ben, clara)
            }
        }
    }

    @Test func `an expert's article is reviewed, published, and read without a network, in a browser`()
        async throws
    {
        try await Workspace.temporary { workspace in
            let (eva, max) = (try await workspace.invitation("eva"), try await workspace.invitation("max"))
            try await workspace.done("role", "grant", "eva", "expert")
            try await workspace.done("role", "grant", "max", "moderator")
            try await RunningService.during(workspace) { service in
                try await play("browser_articles.py", service.address, eva, max)
            }
        }
    }

    @Test func `a researcher leads a study from its first words to answers in a browser`() async throws {
        try await Workspace.temporary { workspace in
            let link = try await workspace.invitation("otto")
            try await workspace.done("role", "grant", "otto", "researcher")
            let token = try await workspace.account("ben")
            let workbooks = repository.appending(path: "Tests/Workbooks").path
            try await RunningService.during(workspace) { service in
                try await play("browser_research.py", service.address, link, token, workbooks)
            }
        }
    }

    @Test func `a person signs up, in and out, and deletes the account in a browser`() async throws {
        let provider = try await PythonServer("oidc_server.py")
        try await Workspace.temporary { workspace in
            let link = try await workspace.invitation("clara")
            let definitions = """
                {"providers": [{"id": "clinic", "name": "City Clinic", "issuer": "\(provider.greeting)",
                 "clientID": "breathe", "secretVariable": "CLINIC_SECRET"}]}
                """
            let environment = [
                "BREATHE_OUTBOUND_ALLOW": "localhost", "CLINIC_SECRET": "s3cret",
                "BREATHE_IDENTITY_PROVIDERS": try workspace.file("providers.json", definitions),
            ]
            try await serveByName(Self.site, workspace, environment) { listener, mailbox in
                try await play(
                    "browser_accounts.py", Self.site, listener, mailbox.server.path("messages.jsonl"), link)
            }
        }
    }

    @Test func `a person chooses channels and allergens, and sends a suggestion and a gift`() async throws {
        let push = try await PythonServer("push_service.py")
        let payments = try await PythonServer("payment_server.py")
        // Browsers treat a name of this machine as secure, and only then show push messages.
        let site = "http://air.localhost"
        try await Workspace.temporary { workspace in
            try await workspace.importWeather(
                longitude: 7.59, latitude: 47.56, temperature: 21.1, wind: 5)
            let link = try await workspace.invitation("anna")
            let environment = [
                "BREATHE_OUTBOUND_ALLOW": "127.0.0.1", "BREATHE_STRIPE_URL": payments.greeting,
                "BREATHE_STRIPE_KEY": "sk_test_good", "BREATHE_STRIPE_SECRET": "whsec_8f2c",
            ]
            try await serveByName(site, workspace, environment) { listener, mailbox in
                try await play(
                    "browser_settings.py", site, listener, link, push.greeting,
                    push.path("messages.jsonl"), mailbox.server.path("messages.jsonl"),
                    payments.path("messages.jsonl"))
            }
            let messages = try await workspace.done("message", "list").output
            #expect(messages.matches(of: /The harbour lies farther north/).count == 2, "\(messages)")
        }
    }

    @Test func `a person is reminded, and answers from the notification`() async throws {
        let push = try await PythonServer("push_service.py")
        let site = "http://air.localhost"
        try await Workspace.temporary { workspace in
            let link = try await workspace.invitation("anna")
            try await serveByName(site, workspace, ["BREATHE_OUTBOUND_ALLOW": "127.0.0.1"]) { listener, _ in
                try await play(
                    "browser_reminders.py", site, listener, link, push.greeting, push.path("messages.jsonl"))
            }
        }
    }

    @Test func `a medicine is kept, taken with one tap, and answered from the notification`() async throws {
        let push = try await PythonServer("push_service.py")
        let site = "http://air.localhost"
        try await Workspace.temporary { workspace in
            let link = try await workspace.invitation("anna")
            try await serveByName(site, workspace, ["BREATHE_OUTBOUND_ALLOW": "127.0.0.1"]) { listener, _ in
                try await play(
                    "browser_medicines.py", site, listener, link, push.greeting, push.path("messages.jsonl"))
            }
        }
    }

    /// A name that a browser resolves to the port of the service.
    static let site = "http://air.test"

    /// Serves a site under a name, with a mailbox for its mails; `body` gets its address.
    func serveByName(
        _ site: String, _ workspace: Workspace, _ environment: [String: String] = [:],
        _ body: (_ listener: String, Mailbox) async throws -> Void
    ) async throws {
        let mailbox = try await Mailbox()
        let whole = mailbox.environment(of: site).merging(environment) { $1 }
        try await RunningService.during(workspace, environment: whole) { service in
            try await body(service.address.replacing("http://", with: ""), mailbox)
        }
    }
}
