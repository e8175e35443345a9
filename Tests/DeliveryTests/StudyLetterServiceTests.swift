import Alerts
import Foundation
import Logging
import Mail
import People
import SampleTesting
import Studies
import Testing

@testable import Delivery

@Suite struct StudyLetterServiceTests {
    private struct NoQueue: StudyLetterQueue {
        func dueStudyLetters(at now: Date, limit: Int) async throws -> StudyPost {
            StudyPost(letters: [], void: [], nextDue: nil)
        }

        func record(_ outcome: StudyLetterOutcome, ofInvitation invitation: Int64) async throws {}
    }

    private func service(at now: Date) throws -> StudyLetterService {
        let gateway = try #require(MailGateway(url: "smtp://localhost:1"))
        let mailer = StudyMailer(
            client: try MailClient(gateway: gateway), sender: try #require(MailAddress("post@example.org")),
            address: .relative)
        return StudyLetterService(
            store: NoQueue(), mailer: mailer, wakeSignal: WakeSignal(), now: { now },
            logger: Logger(label: "test"))
    }

    private func letter(attempts: Int) throws -> OutgoingStudyLetter {
        OutgoingStudyLetter(
            invitation: 1, address: "nora@example.org", code: try #require(InvitationCode("ACD23EFG45")),
            study: Study.ID(rawValue: "s"), title: "Hay fever", contact: "Dr. Weber", language: .english,
            written: noon, attempts: attempts)
    }

    @Test func `what a mail server takes or refuses is settled, and all else is tried for a day`() throws {
        let service = try service(at: noon)
        #expect(service.result(of: .sent, for: try letter(attempts: 0)) == .settled(.sent))
        #expect(service.result(of: .refused("no"), for: try letter(attempts: 0)) == .settled(.failed))
        for (attempts, wait) in [(0, 60.0), (1, 120), (3, 480), (20, 3_600)] {
            #expect(
                service.result(of: .failed("later"), for: try letter(attempts: attempts))
                    == .again(at: noon.addingTimeInterval(wait)))
        }
        let late = try self.service(at: noon.addingTimeInterval(86_400))
        #expect(late.result(of: .failed("later"), for: try letter(attempts: 9)) == .settled(.failed))
    }

    @Test func `the code of a link follows a sign after which browsers send nothing`() throws {
        let link = PublicAddress.relative.joining(by: try letter(attempts: 0).code)
        #expect(link == "/studies/join#code=ACD23EFG45")
    }
}
