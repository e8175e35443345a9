import Foundation
import SampleTesting
import Testing

@testable import Mail

@Suite(.timeLimit(.minutes(20))) struct GatewayTests {
    private func message(to recipient: String, text: String = "Größe\n.\n.dots\n", id: String = "alert-1")
        throws
        -> MailMessage
    {
        let from = try #require(MailAddress("alerts@example.org"))
        let recipient = try #require(MailAddress(recipient))
        let message = MailMessage(
            from: from, senderName: "Breathe Easy", to: recipient, subject: "Birke: sehr hoch – Zürich",
            text: text, html: "<p>Größe</p>", id: id, date: Date(timeIntervalSince1970: 1_586_350_800),
            unsubscribe: URL(string: "https://example.org/u?token=x"))
        return try #require(message)
    }

    private func failure(_ act: () async throws(MailFailure) -> Void) async -> MailFailure? {
        do {
            try await act()
            return nil
        } catch {
            return error
        }
    }

    @Test func `a gateway accepts messages over one connection`() async throws {
        let server = try await PythonServer("mail_server.py", ["plain"])
        let room = try MailClient(
            gateway: #require(MailGateway(url: server.greeting, startTLS: .never)))
        for number in 1...3 {
            try await room.send(message(to: "anna@example.net", id: "alert-\(number)"))
        }
        let taken = try await server.lines(3).map(TakenMail.init)
        #expect(Set(taken.map(\.peer)).count == 1)
        #expect(taken.map { $0.headers["message-id"] } == (1...3).map { "<alert-\($0)@example.org>" })
        #expect(taken[0].from == "alerts@example.org" && taken[0].to == ["anna@example.net"])
        #expect(taken[0].headers["subject"] == "Birke: sehr hoch – Zürich")
        #expect(taken[0].text == "Größe\n.\n.dots\n")
        #expect(taken[0].html == "<p>Größe</p>")
        #expect(taken[0].defects == 0)
    }

    @Test func `many concurrent messages all arrive`() async throws {
        let server = try await PythonServer("mail_server.py", ["plain"])
        let room = try MailClient(
            gateway: #require(MailGateway(url: server.greeting, startTLS: .never)))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                let message = try message(to: "anna@example.net", id: "alert-\(number)")
                group.addTask { try await room.send(message) }
            }
            try await group.waitForAll()
        }
        let taken = try await server.lines(40).map(TakenMail.init)
        #expect(Set(taken.compactMap { $0.headers["message-id"] }).count == 40)
        #expect((2...4).contains(Set(taken.map(\.peer)).count))
    }

    @Test func `a refusal names the step and the status code`() async throws {
        let server = try await PythonServer("mail_server.py", ["plain"])
        let room = try MailClient(
            gateway: #require(MailGateway(url: server.greeting, startTLS: .never)))
        let (unknown, later, spam) = try (
            message(to: "unknown@example.net"), message(to: "later@example.net"),
            message(to: "spam@example.net")
        )
        #expect(
            await failure { () throws(MailFailure) in try await room.send(unknown) }
                == .recipientRefused(reply: 550))
        #expect(
            await failure { () throws(MailFailure) in try await room.send(later) } == .refused(reply: 451))
        #expect(await failure { () throws(MailFailure) in try await room.send(spam) } == .refused(reply: 554))
        try await room.send(message(to: "anna@example.net"))
        #expect(try await server.lines(1).count == 1)
    }

    @Test(arguments: ["starttls", "tls"])
    func `an encrypted connection requires a trusted gateway`(
        mode: String
    ) async throws {
        let server = try await PythonServer("mail_server.py", [mode])
        let mail = try message(to: "anna@example.net")
        let trusting = try MailClient(
            gateway: #require(
                MailGateway(url: server.greeting, authorities: server.path("certificate.pem"))))
        try await trusting.send(mail)
        #expect(try await TakenMail(server.lines(1)[0]).secure)
        let strange = try MailClient(gateway: #require(MailGateway(url: server.greeting)))
        guard case .broken? = await failure({ () throws(MailFailure) in try await strange.send(mail) })
        else {
            Issue.record("an untrusted certificate was accepted")
            return
        }
    }

    @Test func `nothing is sent to a gateway without the required encryption`() async throws {
        let server = try await PythonServer("mail_server.py", ["plain"])
        let room = try MailClient(
            gateway: #require(MailGateway(url: server.greeting, user: "a", password: "b")))
        let mail = try message(to: "anna@example.net")
        #expect(await failure { () throws(MailFailure) in try await room.send(mail) } != nil)
        #expect(server.lines.isEmpty)
    }

    @Test(arguments: [("s3cret:word", true), ("wrong", false)])
    func `the client authenticates with the gateway`(password: String, isRight: Bool) async throws {
        let server = try await PythonServer("mail_server.py", ["login"])
        let room = try MailClient(
            gateway: #require(
                MailGateway(
                    url: server.greeting, user: "breathe", password: password,
                    authorities: server.path("certificate.pem"))))
        let mail = try message(to: "anna@example.net")
        let failure = await failure { () throws(MailFailure) in try await room.send(mail) }
        #expect((failure == nil) == isRight)
        if isRight {
            #expect(try await TakenMail(server.lines(1)[0]).user == "breathe")
        } else {
            #expect(failure == .refused(reply: 535))
        }
    }

    @Test func `an unreachable gateway is a failure and no crash`() async throws {
        let room = try MailClient(gateway: #require(MailGateway(url: "smtp://127.0.0.1:1")))
        let mail = try message(to: "anna@example.net")
        guard case .broken? = await failure({ () throws(MailFailure) in try await room.send(mail) })
        else {
            Issue.record("an unreachable gateway did not break the connection")
            return
        }
    }

    @Test(arguments: [
        "", "localhost", "http://localhost", "smtp://", "smtp://u:p@localhost", "smtp://localhost/path",
        "smtp://localhost?x", "file:///etc/passwd",
    ])
    func `only a host and a port name a gateway`(url: String) {
        #expect(MailGateway(url: url) == nil)
    }
}
