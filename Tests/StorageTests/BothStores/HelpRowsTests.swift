import Alerts
import Allergens
import Foundation
import Help
import People
import SampleTesting
import Testing

@testable import Storage

extension BothStoresTests {
    @Suite struct HelpRowsTests {
        private let injector = Injector(
            name: "Adrenaline", place: "Küche „oben“", expires: CivilDate(year: 2099, month: 5, day: 31)!)

        private func nora() -> EmergencyContact {
            EmergencyContact(
                name: "Nora", relation: "my sister", phone: "112", email: ContactAddress("nora@example.org"),
                role: .contact, order: 0)
        }

        @Test(arguments: StoreKind.tested)
        func `a record is read back as it was, changed and deleted, by its owner alone`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let ben = try await opened.account("ben")
            let kept = try await store.add(injector, to: anna, at: noon)
            #expect(try await store.records(Injector.self, of: anna) == [kept])
            #expect(try await store.records(Injector.self, of: ben).isEmpty)
            let moved = Injector(name: "Adrenaline", place: "School", expires: injector.expires)
            #expect(try await store.replace(kept.id, of: ben, by: moved, at: noon) == nil)
            #expect(try await store.replace(kept.id, of: anna, by: moved, at: noon)?.record == moved)
            #expect(try await !store.remove(kept.id, of: ben, as: Injector.self))
            #expect(try await store.helpHoldings(of: anna).records.count == 1)
            try await store.removeHelp(of: anna)
            #expect(try await store.records(Injector.self, of: anna).isEmpty)
        }

        @Test(arguments: StoreKind.tested)
        func `a calendar is opened by its latest secret alone`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let former = try await store.makeCalendarAddress(of: anna, at: noon)
            let address = try await store.makeCalendarAddress(of: anna, at: noon)
            #expect(try await store.calendar(opening: former.secret, at: noon) == nil)
            #expect(try await store.calendar(opening: address.secret, at: noon)?.medicines.isEmpty == true)
            #expect(try await store.calendarAddress(of: anna)?.read == noon)
            #expect(try await store.removeCalendarAddress(of: anna))
            #expect(try await !store.removeCalendarAddress(of: anna))
        }

        @Test(arguments: StoreKind.tested)
        func `a contact is asked, agrees, and is told when SOS is pressed`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let kept = try await store.add(nora(), to: anna, at: noon)
            _ = try await store.ask(kept.id, of: anna, at: noon)
            let request = try #require(
                try await store.dueLetters(at: noon, passing: [], limit: 10).letters.first)
            #expect(request.letter.purpose == .request)
            #expect(
                try await store.dueLetters(at: noon, passing: [request.line], limit: 10).letters.isEmpty)
            try await store.record(.settled(.sent), of: request.line)
            let answered = try await store.answer(.agree, opening: request.token, at: noon)
            #expect(answered?.agreement == .agreed)
            let call = try await store.call(from: nil, of: anna, at: noon, isMailed: true)
            #expect(call.lines.map(\.name) == ["Nora"])
            let letter = try #require(
                try await store.dueLetters(at: noon, passing: [], limit: 10).letters.first)
            #expect(letter.letter.purpose == .sos && letter.message != nil)
            try await store.record(.settled(.sent), of: letter.line)
            #expect(try await store.call(call.id, of: anna)?.lines.first?.outcome == .letter(.sent))
            #expect(try await store.contactLog(of: anna).letters.count == 2)
        }
    }
}
