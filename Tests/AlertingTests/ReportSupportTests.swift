import Alerts
import Allergens
import Foundation
import Geography
import People
import SampleTesting
import Storage
import Testing

@testable import Alerting

/// Others confirm a report, its reporter withdraws it, or moderators hide it.
@Suite struct ReportSupportTests {
    let network: NewsNetwork
    let anna: Account.ID
    let bert: Account.ID
    let clara: Account.ID
    let alert: Alert

    /// Anna was notified of Bert's report; Clara has done nothing yet.
    init() async throws {
        network = try await NewsNetwork()
        anna = try await network.account("anna")
        bert = try await network.account("bert")
        clara = try await network.account("clara")
        try await network.keep(.sample(of: anna))
        alert = try await network.report(
            Report(
                account: bert, position: .basel, allergens: ["birch"], symptoms: [.rash], comment: "careful")
        ).alert
    }

    private var service: ReportService { network.reports }

    private func kept() async throws -> Alert { try #require(try await network.store.alert(alert.id)) }

    /// The first alert that moderators should look at.
    private func queue() async throws -> ModeratedAlert? {
        try await network.store.moderatedAlerts(after: 0, limit: 10, at: after(4)).first
    }

    private func after(_ hours: Double) -> Date { noon.addingTimeInterval(hours * 3_600) }

    @Test func `a confirmation counts once and extends the alert`() async throws {
        let first = try await service.confirm(alert.id, by: anna, from: nil, at: after(6))
        #expect(first.isNew && first.alert.testimony?.confirmations == 1)
        #expect(first.alert.expires == after(18) && first.alert.promised == after(12))
        let second = try await service.confirm(alert.id, by: anna, from: .basel, at: after(7))
        #expect(!second.isNew && second.alert.testimony?.confirmations == 1)
        #expect(second.alert.expires == after(18) && second.alert.promised == after(12))
        #expect(try await network.news().isEmpty)
    }

    @Test func `only other accounts in reach can confirm an alert, while it is in force`() async throws {
        await #expect(throws: ReportRefusal.own) {
            _ = try await service.confirm(alert.id, by: bert, from: nil, at: noon)
        }
        await #expect(throws: ReportRefusal.tooFar) {
            _ = try await service.confirm(alert.id, by: anna, from: Coordinate(8.55, 47.37), at: noon)
        }
        await #expect(throws: ReportRefusal.over) {
            _ = try await service.confirm(alert.id, by: anna, from: nil, at: after(12))
        }
        await #expect(throws: ReportRefusal.unknownAlert) {
            _ = try await service.confirm(Alert.ID(rawValue: "none"), by: anna, from: nil, at: noon)
        }
        #expect(try await kept().testimony?.confirmations == 0)
    }

    @Test func `a station's alert cannot be confirmed, withdrawn or hidden`() async throws {
        try await network.take(.sample(80))
        let entries = try await network.store.entries(of: anna, after: 0, limit: 10)
        let station = try #require(entries.last?.alert)
        #expect(station.kind == .station)
        await #expect(throws: ReportRefusal.notReported) {
            _ = try await service.confirm(station.id, by: clara, from: nil, at: noon)
        }
        await #expect(throws: ReportRefusal.notReported) {
            try await service.withdraw(station.id, by: bert, at: noon)
        }
        await #expect(throws: ReportRefusal.notReported) {
            try await service.setHidden(true, station.id, by: .command, at: noon)
        }
    }

    @Test func `withdrawing the last report ends the alert and cancels it`() async throws {
        await #expect(throws: ReportRefusal.notOwn) {
            try await service.withdraw(alert.id, by: anna, at: after(1))
        }
        try await service.withdraw(alert.id, by: bert, at: after(1))
        let news = try await network.news()
        #expect(news.map(\.account) == [anna] && news.map(\.alert.message) == [.cancel])
        #expect(news.first?.alert.reference?.id == alert.id)
        #expect(try await kept().ended == after(1))
        let standing = try await network.store.alerts(
            in: .world, at: after(2), concerning: AllergenSet(), limit: 10)
        #expect(standing.isEmpty)
    }

    @Test func `a report that others confirmed continues without its reporter`() async throws {
        _ = try await service.confirm(alert.id, by: clara, from: nil, at: noon)
        try await service.withdraw(alert.id, by: bert, at: after(1))
        let orphan = try await kept()
        #expect(orphan.ended == nil && orphan.testimony?.reporter == nil && orphan.testimony?.comment == nil)
        #expect(try await network.news().isEmpty)
        try await service.retractConfirmation(of: alert.id, by: clara, at: after(2))
        #expect(try await kept().ended == after(2))
        #expect(try await network.news().map(\.alert.message) == [.cancel])
    }

    @Test func `removing an account cancels its reports that nobody else confirmed`() async throws {
        let other = try await network.report(
            Report(account: bert, position: .basel, allergens: ["grass"], symptoms: [], comment: nil)
        ).alert
        _ = try await service.confirm(other.id, by: clara, from: nil, at: noon)
        try await AccountService(store: network.store).delete(bert, at: after(1))
        #expect(try await kept().ended == after(1))
        let left = try #require(try await network.store.alert(other.id))
        #expect(left.ended == nil && left.testimony?.reports == 0)
    }

    @Test func `three flags from different accounts hide an alert until a moderator decides`() async throws {
        var flaggers: [Account.ID] = []
        for (number, reason) in FlagReason.allCases.enumerated() {
            #expect(try await kept().ended == nil, "\(number)")
            let account = try await network.account("flagger \(number)")
            flaggers.append(account)
            try await service.flag(alert.id, by: account, as: .spam, at: after(1))
            // A second flag from the same account, with another reason, counts once.
            if number < 2 { try await service.flag(alert.id, by: account, as: reason, at: after(1)) }
        }
        let hidden = try await kept()
        #expect(hidden.ended == after(1) && hidden.testimony?.comment == nil)
        #expect(try await network.news().map(\.alert.message) == [.cancel])
        let listed = try #require(
            try await network.store.moderatedAlerts(after: 0, limit: 10, at: after(1)).first)
        #expect(listed.hidden == after(1) && listed.flags == [.false: 1, .offensive: 1, .spam: 1])
        #expect(listed.comments == [.init(reporter: "bert", text: "careful")])
        #expect(listed.decisions == [.init(isHidden: true, actor: "flags", time: after(1))])

        try await service.setHidden(false, alert.id, by: .moderator(clara), at: after(2))
        let shown = try await kept()
        #expect(shown.ended == nil && shown.testimony?.comment == "careful")
        #expect(try await network.store.moderatedAlerts(after: 0, limit: 10, at: after(2)).isEmpty)
        // Settled flags no longer count, even when somebody repeats them.
        for account in flaggers { try await service.flag(alert.id, by: account, as: .spam, at: after(3)) }
        #expect(try await kept().ended == nil)
        #expect(try await network.news().isEmpty)
    }

    @Test func `a decision is taken back by who made it, and its flags are open again`() async throws {
        let store = network.store
        try await service.flag(alert.id, by: clara, as: .spam, at: after(1))
        await #expect(throws: ReportRefusal.notDecided) {
            try await service.takeBackDecision(on: alert.id, by: clara, at: after(2))
        }
        try await service.setHidden(false, alert.id, by: .moderator(clara), at: after(2))
        #expect(try await queue() == nil)
        await #expect(throws: ReportRefusal.notDecided) {
            try await service.takeBackDecision(on: alert.id, by: anna, at: after(3))
        }
        try await service.takeBackDecision(on: alert.id, by: clara, at: after(3))
        let open = try #require(try await queue())
        #expect(open.hidden == nil && open.flags == [.spam: 1])
        #expect(
            open.decisions == [
                .init(isHidden: false, actor: "clara", time: after(2), takenBack: after(3))
            ])
        #expect(try await network.news().isEmpty)

        try await service.setHidden(true, alert.id, by: .moderator(clara), at: after(3))
        #expect(try await network.news().map(\.alert.message) == [.cancel])
        let entries = try await store.moderationEntries(before: .max, limit: 10)
        #expect(entries.map(\.decision.isHidden) == [true, false] && entries.map(\.revoker) == [clara, nil])
        try await service.takeBackDecision(on: alert.id, by: clara, at: after(4))
        #expect(try await kept().ended == nil)
        #expect(try await queue()?.flags == [.spam: 1])
        #expect(try await store.ownDecisions(of: clara).map(\.takenBack) == [after(3), after(4)])
    }

    @Test func `an alert that was shown is hidden again when that is taken back`() async throws {
        try await service.setHidden(true, alert.id, by: .command, at: after(1))
        try await service.setHidden(false, alert.id, by: .moderator(clara), at: after(2))
        #expect(try await kept().ended == nil)
        _ = try await network.news()
        try await service.takeBackDecision(on: alert.id, by: clara, at: after(3))
        #expect(try await kept().ended == after(3))
        let listed = try await network.store.moderatedAlerts(after: 0, limit: 10, at: after(3))
        #expect(listed.map(\.hidden) == [after(3)])
        await #expect(throws: ReportRefusal.notDecided) {
            try await service.takeBackDecision(on: alert.id, by: clara, at: after(4))
        }
    }

    @Test func `moderators on duty are told of the first flag of an alert, once a minute`() async throws {
        let store = network.store
        let other = try await network.report(
            Report(account: bert, position: .basel, allergens: ["grass"], symptoms: [], comment: nil)
        ).alert
        for account in [anna, clara] {
            try await store.grant(try #require(Role(.moderator)), to: account, at: noon)
            let target = EmailTarget(
                address: "\(account.rawValue)@example.org", confirmation: Data([1]),
                unsubscription: "enough \(account.rawValue)")
            try await store.add(Channel(account: account, target: .email(target), created: noon))
        }
        let ledger = NoticeLedger(store, started: noon)
        func told() async throws -> [Int] {
            try await ledger.claim(at: after(1), passing: [], limit: 10).runs.map(\.lines.count)
        }
        try await service.flag(alert.id, by: clara, as: .spam, at: noon)
        #expect(try await told() == [1, 1])
        // Neither a further flag, nor another alert within the minute, calls again.
        try await service.flag(alert.id, by: anna, as: .false, at: noon + 1)
        try await service.flag(other.id, by: anna, as: .false, at: noon + 59)
        #expect(try await told() == [1, 1])
        try await service.setHidden(false, other.id, by: .moderator(anna), at: noon + 60)
        try await store.setDuty(false, of: anna)
        #expect(try await store.moderatorsOnDuty().map(\.name) == ["clara"])
        try await service.flag(other.id, by: clara, as: .false, at: noon + 61)
        #expect(try await told().reduce(0, +) == 3)
        try await store.setDuty(true, of: anna)
        #expect(try await store.moderatorsOnDuty().map(\.name) == ["anna", "clara"])
    }

    @Test func `three flags cannot silence a crowd`() async throws {
        for number in 0..<4 {
            let account = try await network.account("friend \(number)")
            _ = try await service.confirm(alert.id, by: account, from: nil, at: noon)
        }
        for number in 0..<5 {
            #expect(try await kept().ended == nil, "\(number)")
            let account = try await network.account("flagger \(number)")
            try await service.flag(alert.id, by: account, as: .false, at: noon)
        }
        #expect(try await kept().ended == noon)
    }

    @Test func `a report that was withdrawn while hidden does not return`() async throws {
        try await service.setHidden(true, alert.id, by: .command, at: after(1))
        #expect(try await network.news().map(\.alert.message) == [.cancel])
        try await service.withdraw(alert.id, by: bert, at: after(2))
        try await service.setHidden(false, alert.id, by: .command, at: after(3))
        #expect(try await kept().ended == after(1))
        #expect(try await network.news().isEmpty)
    }

    @Test func `no report joins a hidden alert`() async throws {
        try await service.setHidden(true, alert.id, by: .command, at: after(1))
        let report = Report(
            account: clara, position: .basel, allergens: ["birch"], symptoms: [], comment: nil)
        #expect(try await service.receive(report, at: after(2)).id != alert.id)
    }
}
