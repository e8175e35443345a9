import Alerts
import Allergens
import Foundation
import Help
import People

@testable import API

/// What some accounts keep for when help is needed.
struct InMemoryHelp: HelpStore {
    private let days = Guarded<[Account.ID: [CivilDate: [HelpPart: Data]]]>([:])
    private let shelves = Guarded<[Account.ID: [HelpHoldings.Record]]>([:])

    func records<Record: HelpRecord>(
        _ type: Record.Type, of account: Account.ID
    ) async throws -> [Kept<Record>] {
        try (shelves.value[account] ?? []).filter { $0.kind == Record.kind }.map { kept in
            Kept(
                id: kept.id, record: try JSONDecoder().decode(Record.self, from: kept.content),
                changed: kept.changed)
        }
    }

    func add<Record: HelpRecord>(
        _ record: Record, to account: Account.ID, at now: Date
    ) async throws -> Kept<Record> {
        guard try await records(Record.self, of: account).count < Record.limit
        else { throw HelpRefusal.tooMany(limit: Record.limit) }
        let id = HelpID.random()
        let kept = try held(record, as: id, at: now)
        try await settle(account, beside: record, except: id, at: now)
        shelves.change { $0[account, default: []].append(kept) }
        return Kept(id: id, record: record, changed: now)
    }

    func replace<Record: HelpRecord>(
        _ id: HelpID, of account: Account.ID, by record: Record, at now: Date
    ) async throws -> Kept<Record>? {
        let former = try await records(Record.self, of: account).first { $0.id == id }?.record
        let merged = former.map { record.following($0) } ?? record
        let kept = try held(merged, as: id, at: now)
        guard former != nil else { return nil }
        try await settle(account, beside: merged, except: id, at: now)
        return shelves.change { shelves in
            let place = shelves[account]?.firstIndex { $0.id == id && $0.kind == Record.kind }
            guard let place else { return nil }
            shelves[account]?[place] = kept
            return Kept(id: id, record: merged, changed: now)
        }
    }

    /// Keeps a record as it is.
    func set<Record: HelpRecord>(
        _ record: Record, as id: HelpID, of account: Account.ID, at now: Date
    ) async throws -> Kept<Record> {
        let kept = try held(record, as: id, at: now)
        shelves.change { shelves in
            guard let place = shelves[account]?.firstIndex(where: { $0.id == id }) else { return }
            shelves[account]?[place] = kept
        }
        return Kept(id: id, record: record, changed: now)
    }

    func contactLog(of account: Account.ID) async throws -> ContactLog {
        ContactLog(calls: [], letters: [])
    }

    func remove<Record: HelpRecord>(
        _ id: HelpID, of account: Account.ID, as type: Record.Type
    ) async throws -> Bool {
        shelves.change { shelves in
            let place = shelves[account]?.firstIndex { $0.id == id && $0.kind == Record.kind }
            guard let place else { return false }
            shelves[account]?.remove(at: place)
            return true
        }
    }

    func helpDays<Part: HelpDayPart>(
        _ type: Part.Type, of account: Account.ID, _ wanted: ClosedRange<CivilDate>
    ) async throws -> [(day: CivilDate, part: Part)] {
        try (days.value[account] ?? [:]).filter { wanted.contains($0.key) }.sorted { $0.key < $1.key }
            .compactMap { day, parts in
                try parts[Part.part].map { (day, try JSONDecoder().decode(Part.self, from: $0)) }
            }
    }

    func change<Part: HelpDayPart>(
        _ type: Part.Type, of account: Account.ID, on day: CivilDate,
        _ change: @escaping @Sendable (Part?) throws -> Part?
    ) async throws -> Part? {
        let former = try days.value[account]?[day]?[Part.part].map {
            try JSONDecoder().decode(Part.self, from: $0)
        }
        let part = try change(former).flatMap { $0.isEmpty ? nil : $0 }
        let content = try part.map { try JSONEncoder().encode($0) }
        days.change { $0[account, default: [:]][day, default: [:]][Part.part] = content }
        return part
    }

    func helpHoldings(of account: Account.ID) async throws -> HelpHoldings {
        HelpHoldings(records: shelves.value[account] ?? [], days: [])
    }

    private func settle<Record: HelpRecord>(
        _ account: Account.ID, beside newest: Record, except id: HelpID, at now: Date
    ) async throws {
        for other in try await records(Record.self, of: account) where other.id != id {
            guard let settled = try other.record.settled(beside: newest) else { continue }
            let kept = try held(settled, as: other.id, at: now)
            shelves.change { shelves in
                guard let place = shelves[account]?.firstIndex(where: { $0.id == other.id }) else { return }
                shelves[account]?[place] = kept
            }
        }
    }

    private func held(_ record: some HelpRecord, as id: HelpID, at now: Date) throws -> HelpHoldings.Record {
        HelpHoldings.Record(
            id: id, kind: type(of: record).kind, changed: now, content: try JSONEncoder().encode(record))
    }
}

extension InMemoryHelp: IntakeStore {
    func note(
        _ changes: [IntakeChange], on day: CivilDate, of account: Account.ID, at now: Date
    ) async throws -> Intakes {
        guard day.firstStart <= now else { throw IntakeRefusal.futureDay }
        let medicines = try await records(Medicine.self, of: account)
        var intakes = try await helpDays(Intakes.self, of: account, day...day).first?.part ?? Intakes()
        for (place, change) in changes.enumerated() {
            guard let medicine = medicines.first(where: { $0.id == change.medicine })?.record
            else { throw IntakeRefusal.unknownMedicine(place) }
            let entry = change.state.map { state in
                Intakes.Entry(
                    medicine: change.medicine.rawValue, time: change.time, state: state,
                    at: change.at ?? now, source: .page, name: medicine.name, strength: medicine.strength,
                    amount: "", used: 0)
            }
            intakes.set(entry, of: change.medicine, at: change.time)
        }
        return try await change(Intakes.self, of: account, on: day) { [intakes] _ in intakes } ?? Intakes()
    }
}

/// No reminder is ever due.
extension InMemoryHelp: HelpReminderStore {
    func helpReminders(of account: Account.ID, since start: Date) async throws -> [HelpReminder] { [] }
    func helpReminder(opening token: String, at now: Date) async throws -> HelpReminderLink? { nil }

    func answer(
        _ answer: Intakes.State, openingHelp token: String, at now: Date
    ) async throws -> HelpReminderLink? { nil }
}

/// No address opens anything.
extension InMemoryHelp: CalendarStore {
    func calendarAddress(of account: Account.ID) async throws -> CalendarAddress? { nil }
    func removeCalendarAddress(of account: Account.ID) async throws -> Bool { false }
    func calendar(opening secret: String, at now: Date) async throws -> PlannedCalendar? { nil }

    func makeCalendarAddress(of account: Account.ID, at now: Date) async throws -> CalendarAddress {
        CalendarAddress(secret: "AAAA", made: now, read: nil)
    }
}
