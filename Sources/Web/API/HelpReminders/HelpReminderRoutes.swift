import Alerts
import Foundation
import HTTP
import Help
import Hummingbird
import People

/// What became of the reminders of what somebody keeps.
struct HelpReminderRoutes: Sendable {
    let reminderStore: any HelpReminderStore
    let environment: APIEnvironment

    var endpoints: [Endpoint] { [Endpoint(.get, "/v1/me/help/reminders", .subscriber, handler: list)] }

    private struct Answer: Encodable {
        struct Sending: Encodable {
            let kind: Channel.Kind
            let state: Reminder.Sending.State
        }

        struct Sent: Encodable {
            let matter: HelpMatter
            let urgency: Urgency
            let due: Date
            /// The records that it was about.
            let records: [String]
            /// Why it was not sent at all.
            let omission: Reminder.Omission?
            let sendings: [Sending]
        }

        let recent: [Sent]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let days = ReminderRoutes.recentDays
        let start = environment.now().addingTimeInterval(-Double(days) * 86_400)
        let recent = try await reminderStore.helpReminders(of: context.account, since: start)
        return try JSON.response(
            Answer(
                recent: recent.map { reminder in
                    Answer.Sent(
                        matter: reminder.matter, urgency: reminder.matter.urgency, due: reminder.due,
                        records: reminder.records.map(\.rawValue), omission: reminder.omission,
                        sendings: reminder.sendings.map { Answer.Sending(kind: $0.kind, state: $0.state) })
                }), headers: [.cacheControl: Freshness.personal])
    }
}
