import Allergens
import Foundation
import HTTP
import Help

/// Everything that a person keeps for when help is needed, as the store holds it.
struct HelpExport: Encodable {
    struct Record: Encodable {
        let id: String
        let kind: HelpKind
        let changed: Date
        let content: JSONTree
    }

    struct Day: Encodable {
        let day: CivilDate
        let part: HelpPart
        let content: JSONTree
    }

    struct Reminder: Encodable {
        struct Sending: Encodable {
            let kind: String
            let state: String
        }

        let due: Date
        let matter: HelpMatter
        let records: [String]
        let omission: String?
        let sendings: [Sending]
    }

    let records: [Record]
    let days: [Day]
    let reminders: [Reminder]

    init(_ holdings: HelpHoldings) throws {
        records = try holdings.records.map { record in
            Record(
                id: record.id.rawValue, kind: record.kind, changed: record.changed,
                content: try JSONDecoder().decode(JSONTree.self, from: record.content))
        }
        days = try holdings.days.map { day in
            Day(
                day: CivilDate(daysSinceEpoch: day.day), part: day.part,
                content: try JSONDecoder().decode(JSONTree.self, from: day.content))
        }
        reminders = holdings.reminders.map { reminder in
            Reminder(
                due: reminder.due, matter: reminder.matter, records: reminder.records.map(\.rawValue),
                omission: reminder.omission,
                sendings: reminder.sendings.map { Reminder.Sending(kind: $0.kind, state: $0.state) })
        }
    }
}
