import Alerts
import Allergens
import Forms
import Foundation
import People
import SampleTesting
import Storage
import Studies
import Testing

/// Invitations to a study by mail, as they come out of a mail server.
@Suite(.timeLimit(.minutes(20))) struct StudyMailTests {
    private static let site = "https://breathe.example.org"

    /// Has anna in a study for three days, with a mailbox, and reminders at the present minute.
    private func joined(in workspace: Workspace) async throws {
        let store = try SQLiteStore(besideKeys: workspace.database)
        let otto = try #require(try await store.account(named: "otto")).id
        let anna = try #require(try await store.account(named: "anna")).id
        let (now, before) = (Date(), Date().addingTimeInterval(-3 * 86_400))
        let content = StudyContent(
            title: ["en": "Quendelhonig"], purpose: ["en": "To learn"], contact: ["en": "A clinic"],
            consent: ["en": "I agree"], form: ShippedForm.hayFeverDay.form.definition)
        let today = CivilDate(at: now, in: .gmt)
        let rule = StudyReminders(after: 1, most: 5, time: LocalTime(at: now, in: .gmt))
        let settings = try #require(
            StudySettings(
                mode: .linked, k: 5, target: nil, days: today.adding(days: -9)...today.adding(days: 9),
                reminders: rule))
        let id = try await store.begin(content, settings, by: otto, at: before).id
        for act in [StudyAct.publish, .open] { _ = try await store.act(act, on: id, by: otto, at: before) }
        let code = try await store.invite(1, length: 5, to: id, by: otto, at: before)[0]
        let agreement = StudyAgreement(version: 1, language: "en", name: nil, signature: nil)
        _ = try await store.join(by: code, agreement, as: anna, at: before)
        let target = EmailTarget(
            address: "anna@example.net", confirmation: Data([1]), unsubscription: "enough")
        try await store.add(Channel(account: anna, target: .email(target), created: now))
    }

    @Test func `who has not answered gets one mail, which names no study and has a link that stops them`()
        async throws
    {
        let mailbox = try await Mailbox()
        try await Workspace.temporary { workspace in
            for name in ["otto", "anna"] { _ = try await workspace.account(name) }
            try await workspace.done("role", "grant", "otto", "researcher")
            try await joined(in: workspace)
            try await RunningService.during(
                workspace, environment: mailbox.environment(of: Self.site)
            ) { service in
                let mail = try await mailbox.mails(to: "anna@example.net")[0]
                #expect(mail.headers["subject"] == "Your study is waiting for your answer")
                #expect(mail.defects == 0 && mail.text.contains("\(Self.site)/studies/answer?study="))
                #expect(!mail.text.contains("Quendelhonig") && !mail.html.contains("Quendelhonig"))
                let link = try #require(mail.text.firstMatch(of: /https:\S+(\/v1\/study-reminders\/\S+)/))
                let page = try await service.send("GET", "\(link.1)", headers: ["Accept": "text/html"])
                #expect(page.status == 200 && page.text.contains("value=\"stop\""))
                let stopped = try await service.send(
                    "POST", "\(link.1)", body: Array("answer=stop".utf8),
                    type: "application/x-www-form-urlencoded", headers: ["Accept": "text/html"])
                #expect(stopped.status == 200 && stopped.text.contains("does not remind you any more"))
                #expect(try await service.send("GET", "\(link.1)").json["on"] == false)
                #expect(try mailbox.all.count == 1)
            }
        }
    }

    private func during(_ body: (StudyVisit, Mailbox, String) async throws -> Void) async throws {
        let mailbox = try await Mailbox()
        try await Workspace.temporary { workspace in
            let token = try await workspace.account("otto")
            try await workspace.done("role", "grant", "otto", "researcher")
            let anna = try await workspace.account("anna")
            try await RunningService.during(
                workspace, environment: mailbox.environment(of: Self.site)
            ) { service in try await body(StudyVisit(service: service, token: token), mailbox, anna) }
        }
    }

    @Test func `each address gets one mail with a link that works once`() async throws {
        try await during { otto, mailbox, anna in
            let path = "/v1/research/studies/\(try await otto.joined(as: "Otto"))"
            let addresses = #"{"addresses":["nora@example.net","unknown@example.net"],"language":"en"}"#
            try await otto.done("POST", "\(path)/letters", Array(addresses.utf8))
            let mail = try await mailbox.mails(to: "nora@example.net")[0]
            #expect(mail.to == ["nora@example.net"] && mail.defects == 0)
            #expect(mail.headers["subject"] == "Invitation to a study: Hay fever")
            #expect(mail.text.contains("A clinic") && mail.html.contains("A clinic"))
            let link = try #require(mail.text.firstMatch(of: /(https:\S+)\/studies\/join#code=(\w+)/))
            #expect(link.1 == Self.site[...])
            let joining = #"{"code":"\#(link.2)","# + StudyVisit.agreement.dropFirst()
            let joined = try await otto.service.post("/v1/me/studies", joining, bearer: anna)
            #expect(joined.status == 201, "\(joined.text)")
            let again = try await otto.service.post("/v1/me/studies", joining, bearer: anna)
            expect(again, 409, "used-invitation")
            let letters = try await awaited("a letter is not settled") {
                let list = try await otto.service.get("\(path)/participants", bearer: otto.token).json
                let letters = list["participants"].elements.compactMap { $0["letter"].text }
                return letters.contains("queued") ? nil : letters
            }
            #expect(letters == ["sent", "failed"])
            let repeated = try await otto.service.post("\(path)/letters", addresses, bearer: otto.token)
            expect(repeated, 409, "recently-invited")
            #expect(try mailbox.all.filter { $0.to == ["nora@example.net"] }.count == 1)
        }
    }
}
