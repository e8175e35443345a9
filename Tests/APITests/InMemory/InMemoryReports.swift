import Alerts
import Allergens
import Foundation
import Geography
import People
import SampleTesting

@testable import API
@testable import HTTP

/// Takes reports; no alert can be confirmed, flagged or withdrawn.
struct InMemoryReports: ReportIntake, ModerationQueue, DutyStore, OwnPartStore {
    let isOnDuty = Guarded(true)
    let received = Guarded<[Report]>([])
    /// Why reports are refused.
    let refusal = Guarded<(@Sendable () -> ReportRefusal)?>(nil)

    func receive(_ report: Report, at now: Date) async throws -> Alert {
        if let refuse = refusal.value { throw refuse() }
        let number = received.change { reports in
            reports.append(report)
            return reports.count
        }
        return .sample("report-\(number)", kind: .user, level: nil)
    }

    func confirm(
        _ alert: Alert.ID, by account: Account.ID, from position: Coordinate?, at now: Date
    ) async throws -> (alert: Alert, isNew: Bool) { throw ReportRefusal.unknownAlert }
    func ownPart(of account: Account.ID, in alert: Alert.ID) async throws -> OwnPart? { nil }
    func isExpert(named name: String) async throws -> Bool { false }
    func retractConfirmation(of alert: Alert.ID, by account: Account.ID, at now: Date) async throws {
        throw ReportRefusal.unknownAlert
    }
    func withdraw(_ alert: Alert.ID, by account: Account.ID, at now: Date) async throws {
        throw ReportRefusal.over
    }
    func flag(_ alert: Alert.ID, by account: Account.ID, as reason: FlagReason, at now: Date) async throws {
        throw ReportRefusal.tooMany(.flag, SubscriberAct.flag.limits[0], retryAfter: 60)
    }
    func moderatedAlerts(after last: Int64, limit: Int, at now: Date) async throws -> [ModeratedAlert] { [] }
    func moderatorsOnDuty() async throws -> [Account] {
        let others = [Account(id: Account.ID(rawValue: 7), name: "ben")]
        return isOnDuty.value ? [Account(id: SampleVisitors.moderator, name: "mia")] + others : others
    }
    func setDuty(_ isOn: Bool, of moderator: Account.ID) async throws { isOnDuty.change { $0 = isOn } }
    func moderationEntries(before last: Int64, limit: Int) async throws -> [ModerationEntry] { [] }
    func takeBackDecision(on alert: Alert.ID, by moderator: Account.ID, at now: Date) async throws {
        throw ReportRefusal.unknownAlert
    }
    func setHidden(_ isHidden: Bool, _ alert: Alert.ID, by actor: ModerationActor, at now: Date) async throws
    {
        throw ReportRefusal.unknownAlert
    }
}
