import Alerts
import Allergens
import Foundation
import People
import SampleTesting
import Testing

@testable import Storage

/// How a line of the log of changes says what a commit changed.
@Suite struct ChangeTextTests {
    private static let each: [CommittedChanges] = {
        var ledger = CommittedChanges()
        ledger.ledgerGrew = true
        var reports = CommittedChanges()
        reports.reportsChanged = true
        var more = CommittedChanges()
        more.mayBeMore = true
        var days = CommittedChanges()
        for day in [today, today.adding(days: 1), today.adding(days: 5)] { days.note(day, of: "birch") }
        days.note(CivilDate(daysSinceEpoch: -3), of: "grass")
        return [
            ledger, reports, more, days,
            CommittedChanges(accounts: [Account.ID(rawValue: 7), Account.ID(rawValue: 9)]),
            CommittedChanges(messageWaits: true), CommittedChanges(remindersChanged: true),
            CommittedChanges(noticesChanged: true), CommittedChanges(lettersChanged: true),
        ]
    }()

    private func read(_ changes: CommittedChanges) throws -> CommittedChanges {
        ChangeText.changes(in: try ChangeText(changes).text())
    }

    @Test func `every change is read back as it was written, alone and with all others`() throws {
        var all = CommittedChanges()
        for changes in Self.each {
            #expect(try read(changes) == changes)
            all.add(changes)
        }
        #expect(try read(all) == all)
        // A change that nobody wrote into the line above would be lost on the way to other programs.
        #expect(Mirror(reflecting: all).children.count == Self.each.count)
    }

    @Test func `a summer of days is a short line`() throws {
        var changes = CommittedChanges()
        for day in 0..<200 { changes.note(today.adding(days: day), of: "grass") }
        #expect(try ChangeText(changes).text().utf8.count < 100)
        #expect(try read(changes) == changes)
    }

    @Test func `more spans of days than a line may have mean that anything may have changed`() throws {
        var changes = CommittedChanges()
        for day in 0...ChangeText.mostSpans { changes.note(today.adding(days: 2 * day), of: "grass") }
        let known = try read(changes)
        #expect(known.mayBeMore && known.days.isEmpty)
        changes = CommittedChanges()
        for day in 0..<ChangeText.mostSpans { changes.note(today.adding(days: 2 * day), of: "grass") }
        #expect(try read(changes) == changes)
    }

    @Test(arguments: ["", "{}", #"{"kinds":["tides"]}"#, #"{"kinds":["ledger","tides"]}"#])
    func `a line that is not understood means that anything may have changed`(text: String) {
        #expect(ChangeText.changes(in: text).mayBeMore)
    }
}
