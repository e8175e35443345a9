import Alerts
import Foundation
import Help
import Logging
import Mail
import People
import SampleTesting
import Testing

@testable import Delivery

@Suite struct LetterServiceTests {
    private struct NoQueue: LetterQueue {
        func dueLetters(at now: Date, passing flying: Set<Int64>, limit: Int) async throws -> LetterPost {
            LetterPost(letters: [], void: [], nextDue: nil)
        }

        func record(_ outcome: LetterOutcome, of line: Int64) async throws {}
    }

    private func service(at now: Date) throws -> LetterService {
        let gateway = try #require(MailGateway(url: "smtp://localhost:1"))
        let mailer = ContactMailer(
            client: try MailClient(gateway: gateway), sender: try #require(MailAddress("post@example.org")),
            address: .relative)
        return LetterService(
            store: NoQueue(), mailer: mailer, wakeSignal: WakeSignal(), now: { now },
            logger: Logger(label: "test"))
    }

    private func letter(_ purpose: ContactLetter.Purpose, attempts: Int) -> OutgoingLetter {
        OutgoingLetter(
            line: 1,
            letter: ContactLetter(
                id: "l", purpose: purpose, contact: HelpID(rawValue: "c"), name: "Nora",
                address: "nora@example.org", sos: nil, written: noon, state: .queued),
            sender: "Anna", message: nil, token: "t", language: .english, timeZone: .gmt,
            attempts: attempts)
    }

    @Test func `what a mail server takes or refuses is settled, and all else is tried again soon`() throws {
        let service = try service(at: noon)
        let sos = letter(.sos, attempts: 0)
        #expect(service.result(of: .sent, for: sos) == .settled(.sent))
        #expect(service.result(of: .refused("no"), for: sos) == .settled(.failed))
        for (attempts, wait) in [(0, 1.0), (1, 2), (3, 8), (20, 300)] {
            #expect(
                service.result(of: .failed("later"), for: letter(.sos, attempts: attempts))
                    == .again(at: noon.addingTimeInterval(wait)))
        }
    }

    @Test func `an SOS is given up after six hours, and anything else after a day`() throws {
        let late = try service(at: noon.addingTimeInterval(6 * 3_600))
        #expect(late.result(of: .failed("later"), for: letter(.sos, attempts: 9)) == .settled(.failed))
        #expect(late.result(of: .failed("later"), for: letter(.test, attempts: 9)) != .settled(.failed))
        let later = try service(at: noon.addingTimeInterval(86_400))
        #expect(later.result(of: .failed("later"), for: letter(.test, attempts: 9)) == .settled(.failed))
    }
}
