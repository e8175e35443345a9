import API
import Foundation
import SampleTesting
import Testing

@testable import Server

@Suite struct JobLedgerTests {
    @Test func `every job has its last run and outcome, and one that has not run has neither`() {
        let ledger = JobLedger()
        ledger.note(.retention, succeeded: true, at: noon)
        let later = noon.addingTimeInterval(3_600)
        ledger.note(.retention, succeeded: false, at: later)
        ledger.note(.forecasts, succeeded: true, at: noon)
        #expect(
            ledger.jobs == [
                ServiceState.Job(kind: .retention, lastRun: later, succeeded: false),
                ServiceState.Job(kind: .preparation),
                ServiceState.Job(kind: .forecasts, lastRun: noon, succeeded: true),
            ])
    }
}
