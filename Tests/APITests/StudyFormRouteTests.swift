import Allergens
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import People
import SampleTesting
import Studies
import Tables
import Testing
import Workbooks

@testable import API
@testable import HTTP

/// Studies with several forms over the routes.
@Suite struct StudyFormRouteTests {
    private struct Answer {
        let status: HTTPResponse.Status
        let json: JSONTree

        var kind: String? { json["type"]?.string?.split(separator: "/").last.map(String.init) }
        var pointers: [String] { (json["errors"]?.elements ?? []).compactMap { $0["pointer"]?.string } }
    }

    private struct Lab {
        let client: any TestClientProtocol
        let id: String

        func send(
            _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8]? = nil,
            as who: String = "researcher"
        ) async throws -> Answer {
            let response = try await client.execute(
                uri: "/v1/\(path)", method: method, headers: [.authorization: "Bearer \(who)"],
                body: body.map { ByteBuffer(bytes: $0) })
            let json = try? JSONDecoder().decode(JSONTree.self, from: Data(response.body.readableBytesView))
            return Answer(status: response.status, json: json ?? .null)
        }

        func send(
            _ method: HTTPRequest.Method, _ path: String, _ body: String, as who: String = "researcher"
        ) async throws -> Answer {
            try await send(method, path, Array(body.utf8), as: who)
        }

        /// Uploads a workbook under the name of a form.
        func upload(_ workbook: [UInt8], as name: String) async throws -> Answer {
            try await send(.put, "research/studies/\(id)/forms/\(name)", workbook)
        }

        func schedule(_ name: String, _ schedule: String) async throws -> Answer {
            try await send(
                .put, "research/studies/\(id)/forms/\(name)/schedule", #"{"schedule":\#(schedule)}"#)
        }

        /// Publishes and opens the study, and has somebody join it on a day.
        func open(on day: String? = nil) async throws {
            for act in ["publish", "open"] {
                let moved = try await send(
                    .post, "research/studies/\(id)/acts", #"{"act":"\#(act)"}"#)
                #expect(moved.status == .ok, "\(moved.json)")
            }
            #expect(try await join(on: day).status == .created)
        }

        func join(on day: String? = nil) async throws -> Answer {
            let made = try await send(
                .post, "research/studies/\(id)/invitations", #"{"count":1,"length":5}"#)
            let code = try #require(made.json["codes"]?.elements.first?.string)
            let there = day.map { #","day":"\#($0)""# } ?? ""
            return try await send(
                .post, "me/studies", #"{"code":"\#(code)"\#(there),"version":1,"language":"en","agreed":[]}"#,
                as: "anna")
        }

        func answer(_ answers: String, to form: String?, at time: Date = noon) async throws -> Answer {
            let name = form.map { #","form":"\#($0)""# } ?? ""
            return try await send(
                .post, "me/studies/\(id)/answers",
                #"{"version":1\#(name),"at":"\#(time.formatted(.iso8601))","answers":\#(answers)}"#,
                as: "anna")
        }
    }

    private static let daily = #"{"nose":"2","eyes":"1","throat":"0","ears":"0"}"#

    /// A draft with the form that ships as its main one.
    private func lab(
        mode: String = "linked", _ act: @escaping @Sendable (Lab) async throws -> Void
    ) async throws {
        try await TestAPI().test { client in
            let bare = Lab(client: client, id: "")
            let made = try await bare.send(
                .post, "research/studies",
                #"""
                {"title":{"en":"Hay fever"},"purpose":{"en":"To learn"},"contact":{"en":"Dr. Weber"},
                 "consent":{"en":"I have read it."},"mode":"\#(mode)","begin":"2020-01-01","end":"2100-01-01"}
                """#)
            let lab = Lab(client: client, id: try #require(made.json["study"]?["id"]?.string))
            #expect(try await lab.upload(Self.shipped(), as: "main").status == .ok)
            try await act(lab)
        }
    }

    private static func shipped() throws -> [UInt8] {
        Array(try Data(contentsOf: repository.appending(path: "Tests/Workbooks/hay-fever-day.xlsx")))
    }

    /// A workbook that asks how many nights were bad.
    private static func nights(id: String = "nights") throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "nights.xlsx")
        func sheet(_ name: String, _ columns: [String], _ cells: [String]) -> Table {
            Table(name, columns.map { TableColumn($0, .text) }, [cells.map { .text($0) }])
        }
        let sheets = [
            sheet(
                "survey", ["type", "name", "label::English (en)"],
                ["integer", "nights", "How many nights were bad?"]),
            sheet("settings", ["form_title", "form_id", "version"], ["Nights", id, "1"]),
        ]
        try WorkbookWriter.write(sheets, to: file)
        return Array(try Data(contentsOf: file))
    }

    @Test func `a further form is uploaded by its name, scheduled, and taken out again`() async throws {
        try await lab { lab in
            let kept = try await lab.upload(Self.nights(), as: "weekly")
            #expect(kept.status == .ok, "\(kept.json)")
            let form = kept.json["study"]?["furtherForms"]?.elements.first
            #expect(form?["name"] == "weekly" && form?["form"]?["id"] == "nights")
            #expect(form?["schedule"]?["rhythm"] == "daily")
            #expect(kept.json["study"]?["form"]?["id"] == "hay-fever-day")
            let weekly = #"{"rhythm":"days","every":7}"#
            let changed = try await lab.schedule("weekly", weekly)
            #expect(
                changed.json["study"]?["furtherForms"]?.elements.first?["schedule"]?["every"] == .whole(7))
            #expect(changed.json["study"]?["schedule"]?["rhythm"] == "daily")
            let main = try await lab.schedule("main", #"{"rhythm":"once"}"#)
            #expect(main.json["study"]?["schedule"]?["rhythm"] == "once")
            // New words leave the forms as they are, and so does a new form its schedule.
            let words = #"{"title":{"en":"Spring"},"mode":"linked","begin":"2020-01-01","end":"2100-01-01"}"#
            _ = try await lab.send(.put, "research/studies/\(lab.id)", words)
            let again = try await lab.upload(Self.nights(), as: "weekly")
            #expect(
                again.json["study"]?["furtherForms"]?.elements.map { $0["schedule"]?["every"] } == [.whole(7)]
            )
            let path = "research/studies/\(lab.id)/forms"
            #expect(try await lab.send(.delete, "\(path)/main").kind == "unknown-study-form")
            let left = try await lab.send(.delete, "\(path)/weekly")
            #expect(left.status == .ok && left.json["study"]?["furtherForms"] == nil)
            #expect(try await lab.send(.delete, "\(path)/weekly").kind == "unknown-study-form")
        }
    }

    @Test func `names, identifiers and schedules of forms that cannot be used are refused`() async throws {
        try await lab { lab in
            let named = try await lab.upload(Self.nights(), as: "Weekly")
            #expect(named.kind == "invalid-study" && named.pointers == ["/form"])
            let twice = try await lab.upload(Self.shipped(), as: "weekly")
            #expect(twice.kind == "invalid-form" && twice.pointers == ["/settings"])
            #expect(try await lab.schedule("weekly", #"{"rhythm":"daily"}"#).kind == "unknown-study-form")
            for number in 1..<StudyContent.mostForms {
                #expect(try await lab.upload(Self.nights(id: "n\(number)"), as: "n\(number)").status == .ok)
            }
            #expect(try await lab.upload(Self.nights(id: "more"), as: "more").kind == "too-many-records")
            let wrong = try await lab.schedule("n1", #"{"rhythm":"days"}"#)
            #expect(wrong.kind == "invalid-study" && wrong.pointers == ["/schedule/every"])
            #expect(try await lab.schedule("n1", #"{"rhythm":"once"}"#).status == .ok)
            let words =
                #"{"title":{"en":"Spring"},"mode":"unlinked","begin":"2020-01-01","end":"2100-01-01"}"#
            let moved = try await lab.send(.put, "research/studies/\(lab.id)", words)
            #expect(moved.kind == "invalid-study" && moved.pointers == ["/mode"])
        }
        try await lab(mode: "unlinked") { lab in
            #expect(try await lab.upload(Self.nights(), as: "weekly").status == .ok)
            let once = try await lab.schedule("weekly", #"{"rhythm":"once"}"#)
            #expect(once.kind == "invalid-study" && once.pointers == ["/schedule/rhythm"])
        }
    }

    @Test func `each form is answered by its name, and programs that know of one answer the main one`()
        async throws
    {
        try await lab { lab in
            _ = try await lab.upload(Self.nights(), as: "weekly")
            try await lab.open()
            let first = try await lab.answer(Self.daily, to: nil)
            #expect(first.status == .created && first.json["form"] == "main")
            let second = try await lab.answer(#"{"nights":3}"#, to: "weekly")
            #expect(second.status == .created && second.json["form"] == "weekly")
            #expect(try await lab.answer(#"{"nights":4}"#, to: "weekly").kind == "already-answered")
            #expect(try await lab.answer(Self.daily, to: "main").kind == "already-answered")
            #expect(try await lab.answer(#"{"nights":4}"#, to: "monthly").kind == "unknown-study-form")
            let before = noon - 86_400
            #expect(try await lab.answer(#"{"nights":4}"#, to: nil, at: before).kind == "invalid-answer")
            let part = try await lab.send(.get, "me/studies", as: "anna").json["studies"]?.elements.first
            let today = CivilDate(at: noon, in: .gmt).description
            #expect(part?["answered"]?["main"]?.string == today && part?["latest"]?.string == today)
            #expect(part?["answered"]?["weekly"]?.string == today)
            #expect(part?["answers"]?.elements.map { $0["form"] } == ["main", "weekly"])
            let history = try await lab.send(.get, "me/studies/\(lab.id)/answers", as: "anna").json
            #expect(history["forms"]?.elements.map { $0["name"] } == ["weekly", "main"])
            #expect(history["forms"]?.elements.map { $0["form"]?["id"] } == ["nights", "hay-fever-day"])
        }
    }

    @Test func `who takes part learns which forms are asked, and when next`() async throws {
        try await lab { lab in
            _ = try await lab.upload(Self.nights(), as: "weekly")
            let hours = #""windows":[{"from":"06:00","until":"07:00"}]"#
            _ = try await lab.schedule("weekly", #"{"rhythm":"weekdays","weekdays":["sunday"],\#(hours)}"#)
            let path = "me/studies/\(lab.id)/forms?at="
            #expect(
                try await lab.send(.get, path + "2026-05-10T06:30:00Z", as: "anna").kind == "unknown-study")
            try await lab.open()
            #expect(try await lab.send(.get, path + "today", as: "anna").kind == "invalid-parameter")
            for (time, day) in [
                ("2026-05-10t06:30:00z", "2026-05-10"), ("2026-05-10T23:59:59.5-11:00", "2026-05-10"),
                ("2026-05-10T00:30:00%2B02:00", "2026-05-10"),
            ] {
                #expect(try await lab.send(.get, path + time, as: "anna").json["day"]?.string == day)
            }
            func told(_ time: String) async throws -> [[String?]] {
                let forms = try await lab.send(.get, path + time, as: "anna").json["forms"]?.elements ?? []
                return forms.map { form in ["name", "state", "next"].map { form[$0]?.string } }
            }
            // 10 May 2026 is a Sunday; with the offset it is still Saturday there.
            #expect(
                try await told("2026-05-10T06:30:00Z") == [
                    ["main", "due", "2026-05-11"], ["weekly", "due", "2026-05-17"],
                ])
            #expect(try await told("2026-05-10T12:30:00Z")[1] == ["weekly", "hours", "2026-05-17"])
            #expect(try await told("2026-05-09T23:30:00-05:00")[1] == ["weekly", "later", "2026-05-10"])
            #expect(try await lab.answer(Self.daily, to: nil).status == .created)
            let now = noon.formatted(.iso8601)
            #expect(try await told(now)[0][1] == "answered")
            let asked = try await lab.send(.get, "me/studies/\(lab.id)/forms", as: "anna")
            #expect(asked.json["day"]?.string == String(now.prefix(10)))
        }
    }

    @Test func `a form that counts from joining is asked by the day where somebody joined`() async throws {
        let today = CivilDate(at: noon, in: .gmt)
        try await lab { lab in
            _ = try await lab.upload(Self.nights(), as: "weekly")
            let set = try await lab.schedule("weekly", #"{"rhythm":"offsets","offsets":[8,0,1]}"#)
            let kept = set.json["study"]?["furtherForms"]?.elements.first?["schedule"]
            #expect(kept?["offsets"]?.elements == [.whole(0), .whole(1), .whole(8)])
            let empty = try await lab.schedule("weekly", #"{"rhythm":"offsets","offsets":[]}"#)
            #expect(empty.pointers == ["/schedule/offsets"])
            let tomorrow = today.adding(days: 1)
            try await lab.open(on: tomorrow.description)
            let part = try await lab.send(.get, "me/studies", as: "anna").json["studies"]?.elements.first
            #expect(part?["joined"]?.string == tomorrow.description)
            let path = "me/studies/\(lab.id)/forms?at="
            for (day, state, next) in [(0, "later", 1), (1, "due", 2), (2, "due", 9), (3, "later", 9)] {
                let time = "\(today.adding(days: day))T12:00:00Z"
                let form = try await lab.send(.get, path + time, as: "anna").json["forms"]?.elements.last
                #expect(form?["state"]?.string == state)
                #expect(form?["next"]?.string == today.adding(days: next).description)
            }
            for day in [today.adding(days: 2).description, "2020-01-01", "tomorrow"] {
                let refused = try await lab.join(on: day)
                #expect(refused.kind == "invalid-study" && refused.pointers == ["/day"])
            }
        }
    }

    @Test func `a form in two windows of a day is answered in each, and its files name them`() async throws {
        try await lab { lab in
            _ = try await lab.upload(Self.nights(), as: "twice")
            let windows = #""windows":[{"from":"06:00","until":"09:00"},{"from":"11:00","until":"13:00"}]"#
            let set = try await lab.schedule("twice", #"{"rhythm":"daily",\#(windows),"eachWindow":true}"#)
            let kept = set.json["study"]?["furtherForms"]?.elements.first?["schedule"]
            #expect(kept?["eachWindow"] == .truth(true))
            let once = try await lab.schedule("twice", #"{"rhythm":"once",\#(windows),"eachWindow":true}"#)
            #expect(once.pointers == ["/schedule/eachWindow"])
            try await lab.open()
            let page = try await lab.client.execute(
                uri: "/studies/\(lab.id)", method: .get, headers: [.cookie: "language=en"])
            let words = "Every day. One answer in each of these hours: 06:00–09:00, 11:00–13:00."
            #expect(String(buffer: page.body).contains(words))
            let morning = noon - 5 * 3_600
            for (time, window) in [(morning, 1), (noon, 2)] {
                let answer = try await lab.answer(#"{"nights":4}"#, to: "twice", at: time)
                #expect(answer.status == .created && answer.json["window"] == .whole(window))
                let again = try await lab.answer(#"{"nights":4}"#, to: "twice", at: time + 60)
                #expect(again.kind == "already-answered")
            }
            let part = try await lab.send(.get, "me/studies", as: "anna").json["studies"]?.elements.first
            #expect(part?["windows"]?["twice"]?.elements == [.whole(1), .whole(2)])
            let book = try await lab.client.execute(
                uri: "/v1/research/studies/\(lab.id)/codebook.csv", method: .get,
                headers: [.authorization: "Bearer researcher"])
            #expect(String(buffer: book.body).contains("Responses Summary,window,integer"))
        }
    }

    @Test(arguments: [#"{"rhythm":"joining","every":7}"#, #"{"rhythm":"offsets","offsets":[0]}"#])
    func `where answers belong to nobody, nothing counts from joining`(schedule: String) async throws {
        try await lab(mode: "unlinked") { lab in
            let refused = try await lab.schedule("main", schedule)
            #expect(refused.kind == "invalid-study" && refused.pointers == ["/schedule/rhythm"])
        }
    }

    @Test func `everybody can read the forms, as FHIR too, and what their data mean`() async throws {
        try await lab { lab in
            _ = try await lab.upload(Self.nights(), as: "weekly")
            _ = try await lab.schedule("weekly", #"{"rhythm":"weekdays","weekdays":["sunday"]}"#)
            try await lab.open()
            let shown = try await lab.send(.get, "studies/\(lab.id)").json
            #expect(shown["furtherForms"]?.elements.map { $0["name"] } == ["weekly"])
            let list = try await lab.send(.get, "studies").json["studies"]?.elements.first
            #expect(list?["furtherForms"] == nil)
            let path = "studies/\(lab.id)/questionnaire"
            let main = try await lab.send(.get, path).json
            #expect(main["url"]?.string?.hasSuffix("/Questionnaire/hay-fever-day") == true)
            let weekly = try await lab.send(.get, "\(path)?form=weekly").json
            #expect(weekly["url"]?.string?.hasSuffix("/Questionnaire/nights") == true)
            #expect(weekly["item"]?.elements.map { $0["linkId"] } == ["nights"])
            #expect(try await lab.send(.get, "\(path)?form=monthly").kind == "unknown-study-form")
            let meaning = try await lab.send(.get, "studies/\(lab.id)/dictionary.json").json
            let asked = meaning["variables"]?.elements.filter { $0["form"] == "weekly" } ?? []
            #expect(asked.map { $0["name"] } == ["nights"])
            let page = try await lab.client.execute(
                uri: "/studies/\(lab.id)", method: .get, headers: [.cookie: "language=en"])
            let text = String(buffer: page.body)
            #expect(text.contains(#"<span lang="en">Nights</span>: One answer on: Sunday."#))
            #expect(text.contains(#"<h3 lang="en">Nights</h3>"#) && text.contains("?form=weekly"))
        }
    }
}
