import Foundation
import Testing

@testable import PostgreSQL

@Suite struct StatementCancellerTests {
    @Test func `a request of earlier work still counts`() {
        let canceller = StatementCanceller(nil)
        for _ in 0..<3 {
            let ticket = WorkTicket()
            canceller.begin(ticket)
            canceller.cancel(ticket)
            canceller.begin(WorkTicket())
            // The request ends meanwhile.
            usleep(5_000)
            var aftermath = canceller.end()
            // It takes its time on a busy machine.
            for _ in 0..<60 where aftermath == .unknown { aftermath = canceller.settle() }
            #expect(aftermath != .unknown)
        }
    }
}
