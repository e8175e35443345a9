import Alerts
import Foundation
import Help
import Logging
import Mail
import People
import SampleTesting
import Synchronization
import Testing

@testable import Delivery

@Suite struct LetterServiceTests {
    private struct NoQueue: LetterQueue {
        func dueLetters(at now: Date, passing flying: Set<Int64>, limit: Int) async throws -> LetterPost {
            LetterPost(letters: [], void: [], nextDue: nil)
        }

        func record(_ outcome: LetterOutcome, of line: Int64) async throws {}
    }

    /// A queue of one letter, which cannot record what became of it at first.
    private final class LateQueue: LetterQueue {
        private let letter: OutgoingLetter
        let recorded = Mutex<[LetterOutcome]>([])

        init(_ letter: OutgoingLetter) { self.letter = letter }

        func dueLetters(at now: Date, passing flying: Set<Int64>, limit: Int) async throws -> LetterPost {
            let isNew = recorded.withLock(\.isEmpty) && flying.isEmpty
            return LetterPost(letters: isNew ? [letter] : [], void: [], nextDue: nil)
        }

        func record(_ outcome: LetterOutcome, of line: Int64) async throws {
            let count = recorded.withLock { recorded in
                recorded.append(outcome)
                return recorded.count
            }
            if count == 1 { throw StoreFailure.unreachable }
        }
    }

    private func service(at now: Date, _ queue: any LetterQueue = NoQueue()) throws -> LetterService {
        let gateway = try #require(MailGateway(url: "smtp://localhost:1"))
        let mailer = ContactMailer(
            client: try MailClient(gateway: gateway), sender: try #require(MailAddress("post@example.org")),
            address: .relative)
        return LetterService(
            store: queue, mailer: mailer, wakeSignal: WakeSignal(), now: { now },
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

    @Test func `what became of a letter is recorded again until that succeeds`() async throws {
        let queue = LateQueue(letter(.sos, attempts: 0))
        let service = try service(at: noon, queue)
        try await withThrowingTaskGroup { group in
            group.addTask { try await service.run() }
            let end = ContinuousClock.now + .seconds(20)
            while queue.recorded.withLock({ $0.count < 2 }), .now < end {
                try await Task.sleep(for: .milliseconds(50))
            }
            group.cancelAll()
        }
        let again = LetterOutcome.again(at: noon.addingTimeInterval(1))
        #expect(queue.recorded.withLock(\.self) == [again, again])
    }

    @Test func `an SOS is given up after six hours, and anything else after a day`() throws {
        let late = try service(at: noon.addingTimeInterval(6 * 3_600))
        #expect(late.result(of: .failed("later"), for: letter(.sos, attempts: 9)) == .settled(.failed))
        #expect(late.result(of: .failed("later"), for: letter(.test, attempts: 9)) != .settled(.failed))
        let later = try service(at: noon.addingTimeInterval(86_400))
        #expect(later.result(of: .failed("later"), for: letter(.test, attempts: 9)) == .settled(.failed))
    }
}
