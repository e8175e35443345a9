import Alerts
import Allergens
import Diary
import Foundation
import Help
import People
import SampleTesting
import Synchronization
import Testing
import Trips

@testable import Storage

extension OpenedRows {
    /// Begins an act while another one has an account to itself, and writes only later.
    ///
    /// - Returns: What the act returns.
    func whileOthersChange<Outcome>(
        _ account: Account.ID, by change: @escaping @Sendable (any QueryRunner) throws -> Void,
        _ act: () async throws -> Outcome
    ) async throws -> Outcome {
        let (begun, begin) = AsyncStream<Void>.makeStream()
        async let other: Void = store.writeRows(locking: .account(account)) { runner in
            begin.finish()
            Thread.sleep(forTimeInterval: 0.3)
            try change(runner)
        }
        for await _ in begun {}
        let outcome = try await act()
        try await other
        return outcome
    }
}

extension BothStoresTests {
    /// Acts that wait for a lock that many share.
    @Suite struct SharedLockTests {
        @Test(arguments: StoreKind.tested, [RowLock.alerts, .logins])
        func `others read and write while more acts wait for a lock than there are connections`(
            kind: StoreKind, lock: RowLock
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let (begun, begin) = AsyncStream<Void>.makeStream()
            let isRead = DispatchSemaphore(value: 0)
            try await withThrowingTaskGroup { group in
                group.addTask {
                    try await store.writeRows(locking: lock) { _ in
                        begin.finish()
                        #expect(isRead.wait(timeout: .now() + 60) == .success, "a read waits for the lock")
                    }
                }
                for await _ in begun {}
                for _ in 0..<20 { group.addTask { try await store.writeRows(locking: lock) { _ in } } }
                try await Task.sleep(for: .milliseconds(100))
                #expect(try await store.diary(of: anna, days: today...today).isEmpty)
                isRead.signal()
                try await group.waitForAll()
            }
        }
    }

    /// Acts that read and then write what belongs to an account wait for each other.
    @Suite struct AccountTurnsTests {
        @Test(arguments: StoreKind.tested)
        func `a deleted diary stays deleted, whatever is merged meanwhile`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            @Sendable func insert(_ runner: any QueryRunner) throws {
                try runner.run(
                    """
                    INSERT INTO diaryEntry (account, day, sealed)
                    VALUES (\(anna.rawValue), \(today.daysSinceEpoch), \(Data([1])))
                    """)
            }
            let isRemoved = try await opened.whileOthersChange(anna, by: insert) {
                try await store.removeDiaryEntry(of: anna, on: today, at: noon)
            }
            #expect(isRemoved)
            try await store.removeDiary(of: anna)
            try await opened.whileOthersChange(anna, by: insert) { try await store.removeDiary(of: anna) }
            #expect(try await opened.count("diaryEntry") == 0)
        }

        @Test(arguments: StoreKind.tested)
        func `deleted trips stay deleted, whatever is kept meanwhile`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let trip = KeptTrip.sample(daysAgo: 1)
            @Sendable func insert(_ runner: any QueryRunner) throws {
                try AccountTrips(runner, of: anna, store.keys).write(trip)
            }
            let isRemoved = try await opened.whileOthersChange(anna, by: insert) {
                try await store.removeTrip(of: anna, from: trip.start)
            }
            #expect(isRemoved)
            try await opened.whileOthersChange(anna, by: insert) { try await store.removeTrips(of: anna) }
            #expect(try await opened.count("trip") == 0)
        }

        @Test(arguments: StoreKind.tested)
        func `a deleted account takes with it what is written meanwhile`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let details = try #require(Person.Details(name: "Mia", born: nil))
            let mia = try await store.addPerson(details, to: anna, at: noon).account
            for account in [mia, anna] {
                let count = Mutex(0)
                try await opened.whileOthersChange(account) { _ in
                    count.withLock { $0 = 1 }
                } _: {
                    try await opened.reporting { transaction in
                        _ = try transaction.remove(account, at: noon)
                        #expect(count.withLock { $0 } == 1, "the other act is over")
                    }
                }
            }
            #expect(try await opened.count("account") == 0)
        }

        @Test(arguments: StoreKind.tested)
        func `the letters of a household are counted one after the other`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let details = try #require(Person.Details(name: "Mia", born: nil))
            let mia = try await store.addPerson(details, to: anna, at: noon).account
            let nora = EmergencyContact(
                name: "Nora", relation: "my aunt", phone: "112", email: ContactAddress("nora@example.org"),
                role: .contact, order: 0)
            let kept = try await store.add(nora, to: mia, at: noon)
            let count = Mutex(0)
            try await opened.whileOthersChange(anna) { _ in
                count.withLock { $0 = 1 }
            } _: {
                _ = try await store.ask(kept.id, of: mia, at: noon)
                #expect(count.withLock { $0 } == 1, "the guardian's act is over")
            }
        }

        @Test(arguments: StoreKind.tested)
        func `a row that is rewritten while old ones are deleted stays`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let later = noon + Double(Retention.reminders.days + 1) * 86_400
            try await store.writeRows(locking: .nothing) { runner in
                for day in 0..<2 {
                    try runner.run(
                        """
                        INSERT INTO reminder (account, day, due)
                        VALUES (\(anna.rawValue), \(day), \(noon.stored))
                        """)
                }
            }
            let (begun, begin) = AsyncStream<Void>.makeStream()
            async let other: Void = store.writeRows(locking: .nothing) { runner in
                try runner.run("UPDATE reminder SET due = \(later.stored) WHERE day = 0")
                begin.finish()
                Thread.sleep(forTimeInterval: 0.3)
            }
            for await _ in begun {}
            #expect(try await store.forgetExpired(at: later)[.reminders] == 1)
            try await other
            #expect(try await opened.count("reminder") == 1)
        }

        @Test(arguments: StoreKind.tested)
        func `an answer to a reminder keeps what is noted meanwhile`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let evening = noon + 6 * 3_600
            let stock = Medicine.Stock(left: 1_000, perIntake: 150, warnAt: nil)
            let medicine = Medicine(
                name: "Cetirizine", form: .tablet, strength: "10 mg",
                times: [18, 12].map { .init(LocalTime(hour: $0), amount: "1") }, stock: stock)
            let kept = try await store.add(medicine, to: anna, at: noon)
            let token = try await remind(of: kept.id, anna, in: store)
            let change = IntakeChange(medicine: kept.id, time: LocalTime(hour: 12), state: .taken)
            let answered = try await opened.whileOthersChange(anna) { [keys = store.keys] runner in
                var noting = try IntakeNoting(
                    on: today, of: anna.rawValue, in: .gmt, at: evening, keys, by: runner)
                _ = try noting.note(change, from: .page)
                try noting.keep()
            } _: {
                try await store.answer(.taken, openingHelp: token, at: evening)
            }
            #expect(answered?.answer == .taken)
            let left = try await store.records(Medicine.self, of: anna).first?.record.stock?.left
            #expect(left == 700, "both were taken from the stock")
        }

        /// Stores a reminder of the evening's intake, and makes its secret.
        private func remind(
            of medicine: HelpID, _ account: Account.ID, in store: any RowStore
        ) async throws -> String {
            try await store.writeRows(locking: .nothing) { [keys = store.keys] runner in
                let item = HelpReminderRow.Item(
                    record: medicine.rawValue, day: today, time: LocalTime(hour: 18))
                let row = HelpReminderRow(matter: .intake, items: [item])
                let number = try runner.insertedNumber(
                    """
                    INSERT INTO helpReminder (account, sealed, due, ends)
                    VALUES (\(account.rawValue), \(try row.sealed(of: account.rawValue, keys)),
                        \((noon + 6 * 3_600).stored), \((noon + 8 * 3_600).stored))
                    RETURNING number
                    """)
                return try ReminderToken.help.text(of: number, keys)
            }
        }

        @Test(arguments: StoreKind.tested)
        func `an answer of a contact keeps what is changed meanwhile`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let nora = EmergencyContact(
                name: "Nora", relation: "my sister", phone: "112", email: ContactAddress("nora@example.org"),
                role: .contact, order: 0)
            let kept = try await store.add(nora, to: anna, at: noon)
            _ = try await store.ask(kept.id, of: anna, at: noon)
            let letters = try await store.dueLetters(at: noon, passing: [], limit: 10).letters
            let token = try #require(letters.first).token
            let renamed = EmergencyContact(
                name: "Nora B", relation: "my sister", phone: "112", email: nora.email, role: .contact,
                order: 0
            ).with(.asked)
            let answered = try await opened.whileOthersChange(anna) { [keys = store.keys] runner in
                try runner.save(renamed, as: kept.id, of: anna.rawValue, keys)
            } _: {
                try await store.answer(.agree, opening: token, at: noon)
            }
            #expect(answered?.agreement == .agreed)
            let contact = try await store.records(EmergencyContact.self, of: anna).first?.record
            #expect(contact?.name == "Nora B" && contact?.agreement == .agreed)
        }
    }
}
