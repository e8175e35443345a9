import Allergens
import Forms
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import People
import SampleTesting
import Studies
import Testing

@testable import API
@testable import HTTP

/// A study over the routes: from its first words to an answer, and what is refused on the way.
@Suite struct StudyRouteTests {
    private struct Answer {
        let status: HTTPResponse.Status
        let json: JSONTree

        var kind: String? { json["type"]?.string?.split(separator: "/").last.map(String.init) }
        var pointers: [String] { (json["errors"]?.elements ?? []).compactMap { $0["pointer"]?.string } }
    }

    private struct Lab {
        let client: any TestClientProtocol

        func send(
            _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8]? = nil, as who: String = "anna"
        ) async throws -> Answer {
            let response = try await client.execute(
                uri: "/v1/\(path)", method: method, headers: [.authorization: "Bearer \(who)"],
                body: body.map { ByteBuffer(bytes: $0) })
            let json = try? JSONDecoder().decode(JSONTree.self, from: Data(response.body.readableBytesView))
            return Answer(status: response.status, json: json ?? .null)
        }

        func send(
            _ method: HTTPRequest.Method, _ path: String, _ body: String, as who: String = "anna"
        ) async throws -> Answer {
            try await send(method, path, Array(body.utf8), as: who)
        }

        func begin(_ study: String = StudyRouteTests.study) async throws -> String {
            let made = try await send(.post, "research/studies", study, as: "researcher")
            #expect(made.status == .created, "\(made.json)")
            return try #require(made.json["study"]?["id"]?.string)
        }

        func upload(_ workbook: String, to id: String) async throws -> Answer {
            let file = repository.appending(path: "Tests/Workbooks/\(workbook)")
            return try await send(
                .put, "research/studies/\(id)/form", Array(try Data(contentsOf: file)), as: "researcher")
        }

        func act(_ act: String, _ id: String) async throws -> Answer {
            try await send(
                .post, "research/studies/\(id)/acts", #"{"act":"\#(act)"}"#, as: "researcher")
        }

        func open(_ study: String = StudyRouteTests.study) async throws -> String {
            let id = try await begin(study)
            #expect(try await upload("hay-fever-day.xlsx", to: id).status == .ok)
            for act in ["publish", "open"] { #expect(try await self.act(act, id).status == .ok) }
            return id
        }

        func code(_ id: String) async throws -> String {
            let made = try await send(
                .post, "research/studies/\(id)/invitations", #"{"count":1,"length":5}"#, as: "researcher")
            return try #require(made.json["codes"]?.elements.first?.string)
        }

        func join(
            _ code: String, agreed: String = "[true]", options: String = "null", version: Int = 1
        ) async throws -> Answer {
            try await send(
                .post, "me/studies",
                #"{"code":"\#(code)","version":\#(version),"language":"en","agreed":\#(agreed),"options":\#(options),"name":"Anna"}"#
            )
        }

        func answer(_ id: String, _ answers: String, at time: Date = noon) async throws -> Answer {
            try await send(
                .post, "me/studies/\(id)/answers",
                #"{"version":1,"at":"\#(time.formatted(.iso8601))","answers":\#(answers)}"#)
        }
    }

    private static let study = #"""
        {"title":{"en":"Hay fever"},"purpose":{"en":"To learn"},"contact":{"en":"Dr. Weber"},
         "consent":{"en":"I have read it."},"points":[{"en":"I agree."}],"mode":"linked",
         "begin":"2020-01-01","end":"2100-01-01"}
        """#
    private static let answers = #"{"nose":"2","eyes":"1","throat":"0","ears":"0"}"#

    private func lab(_ act: @escaping @Sendable (Lab) async throws -> Void) async throws {
        try await TestAPI().test { try await act(Lab(client: $0)) }
    }

    @Test func `a study is written, published and opened, and everybody can read about it`() async throws {
        try await lab { lab in
            let id = try await lab.begin()
            let bare = try await lab.act("publish", id)
            #expect(bare.kind == "incomplete-study" && bare.pointers == ["/form"])
            #expect(try await lab.send(.get, "studies/\(id)").kind == "unknown-study")
            let form = try await lab.upload("hay-fever-day.xlsx", to: id)
            #expect(form.json["study"]?["form"]?["id"] == "hay-fever-day" && form.json["missing"] == [])
            for act in ["publish", "open"] { #expect(try await lab.act(act, id).status == .ok) }
            let shown = try await lab.send(.get, "studies/\(id)")
            #expect(shown.json["title"]?["en"] == "Hay fever" && shown.json["form"] != nil)
            let list = try await lab.send(.get, "studies")
            #expect(list.json["studies"]?.elements.map { $0["id"] } == [.text(id)])
            let own = try await lab.send(.get, "research/studies", as: "researcher")
            #expect(own.json["studies"]?.elements.first?["role"] == "owner")
            #expect(try await lab.act("close", id).json["study"]?["state"] == "closed")
            #expect(try await lab.send(.get, "studies").json["studies"] == [])
            #expect(try await lab.act("open", id).kind == "study-state")
        }
    }

    @Test func `words and settings that cannot be used are named one by one`() async throws {
        try await lab { lab in
            let made = try await lab.send(
                .post, "research/studies",
                #"{"title":{"xx":"Heu"},"points":[{"en":""}],"mode":"both","k":4,"target":0,"begin":"2026-02-01","end":"2026-01-01"}"#,
                as: "researcher")
            #expect(made.status == .badRequest && made.kind == "invalid-study")
            #expect(made.pointers == ["/title", "/points/0/en", "/mode", "/end", "/k", "/target"])
        }
    }

    @Test func `a region is kept, and each mistake of its box has its place`() async throws {
        try await lab { lab in
            func begun(_ region: String) async throws -> Answer {
                try await lab.send(
                    .post, "research/studies",
                    #"{"title":{"en":"Hay"},"mode":"linked","begin":"2020-01-01","end":"2100-01-01","region":\#(region)}"#,
                    as: "researcher")
            }
            let made = try await begun(#"{"name":"Fiji","west":177,"south":-19,"east":-179.5,"north":-16}"#)
            #expect(made.status == .created, "\(made.json)")
            let region = made.json["study"]?["region"]
            #expect(region?["name"] == "Fiji" && region?["east"] == .number(-179.5))
            for (region, places) in [
                (#"{"name":"","west":-181,"south":0,"east":9,"north":91}"#, ["name", "west", "north"]),
                (#"{"name":"A","west":7,"south":48,"east":8,"north":47}"#, ["north"]),
                (#"{"name":"A","west":7,"south":47,"east":7,"north":48}"#, ["east"]),
                (#"{"name":"A","west":7,"south":47,"east":null}"#, ["east", "north"]),
            ] {
                let refused = try await begun(region)
                #expect(refused.kind == "invalid-study")
                #expect(refused.pointers == places.map { "/region/\($0)" }, "\(region)")
            }
        }
    }

    @Test func `a schedule is kept, and each of its mistakes has its place`() async throws {
        try await lab { lab in
            func begun(_ mode: String, _ schedule: String) async throws -> Answer {
                try await lab.send(
                    .post, "research/studies",
                    #"{"title":{"en":"Hay"},"mode":"\#(mode)","begin":"2020-01-01","end":"2100-01-01","schedule":\#(schedule)}"#,
                    as: "researcher")
            }
            let windows = #"[{"from":"06:00","until":"09:00"},{"from":"20:00","until":"24:00"}]"#
            let made = try await begun(
                "unlinked", #"{"rhythm":"weekdays","weekdays":["monday","friday"],"windows":\#(windows)}"#)
            #expect(made.status == .created, "\(made.json)")
            let schedule = made.json["study"]?["schedule"]
            #expect(schedule?["weekdays"] == ["monday", "friday"])
            #expect(schedule?["windows"]?.elements.last?["until"] == "24:00")
            #expect(try await begun("unlinked", #"{"rhythm":"once"}"#).pointers == ["/schedule/rhythm"])
            #expect(try await begun("linked", #"{"rhythm":"once"}"#).status == .created)
            let wrong = try await begun(
                "linked", #"{"rhythm":"days","every":1,"windows":[{"from":"9","until":"8"}]}"#)
            #expect(wrong.pointers == ["/schedule/every", "/schedule/windows"])
            let id = try await lab.begin()
            let usual = try await lab.send(.get, "research/studies/\(id)", as: "researcher")
            #expect(usual.json["study"]?["schedule"]?["rhythm"] == "daily")
        }
    }

    @Test func `a form with mistakes is refused by sheet, row and column`() async throws {
        try await lab { lab in
            let id = try await lab.begin()
            let refused = try await lab.send(
                .put, "research/studies/\(id)/form", "no workbook", as: "researcher")
            #expect(refused.kind == "unreadable-file")
            let mistaken = try await lab.upload("mistakes.xlsx", to: id)
            #expect(mistaken.kind == "invalid-form", "\(mistaken.json)")
            #expect(mistaken.pointers == ["/survey/3/A", "/survey/4/D"])
            let none = try await lab.send(.get, "research/studies/\(id)", as: "researcher")
            #expect(none.json["missing"] == ["form"])
        }
    }

    @Test func `a person joins by a code, answers, sees who looked, and withdraws`() async throws {
        try await lab { lab in
            let id = try await lab.open()
            let code = try await lab.code(id)
            let looked = try await lab.send(
                .post, "me/studies/invitation", #"{"code":"\#(code.lowercased())"}"#)
            #expect(looked.json["id"] == .text(id) && looked.json["form"] != nil)
            #expect(try await lab.join(code, agreed: "[false]").pointers == ["/agreed"])
            #expect(try await lab.join(code, version: 2).kind == "outdated-consent")
            let joined = try await lab.join(code)
            #expect(joined.status == .created && joined.json["status"] == "participating")
            #expect(try await lab.join(code).kind == "used-invitation")
            let wrong = try await lab.answer(id, #"{"nose":"9","mouth":"1"}"#)
            #expect(wrong.kind == "invalid-answer" && wrong.status == .badRequest)
            #expect(wrong.pointers.contains("/answers/nose") && wrong.pointers.contains("/answers/mouth"))
            #expect(
                try await lab.answer(id, Self.answers, at: noon - 3 * 86_400).kind == "answer-outside")
            #expect(try await lab.answer(id, Self.answers).status == .created)
            #expect(try await lab.answer(id, Self.answers).kind == "already-answered")
            let read = try await lab.send(.get, "research/studies/\(id)/answers", as: "researcher")
            #expect(read.json["answers"]?.elements.first?["answers"]?["nose"] == "2")
            let lost = try await lab.send(
                .get, "research/studies/\(id)/answers?after=none", as: "researcher")
            #expect(lost.kind == "invalid-parameter")
            let part = try await lab.send(.get, "me/studies").json["studies"]?.elements.first
            #expect(part?["answers"]?.elements.count == 1 && part?["asksAgain"] == .truth(false))
            #expect(part?["looks"]?.elements.map { $0["kind"] } == ["read"])
            let gone = try await lab.send(.delete, "me/studies/\(id)", #"{"answers":"erase"}"#)
            #expect(gone.status == .noContent)
            #expect(try await lab.send(.get, "me/studies").json["studies"] == [])
        }
    }

    @Test func `optional points are agreed to or not, and need answers under a pseudonym`() async throws {
        try await lab { lab in
            let study = Self.study.replacing(
                #""mode""#, with: #""options":[{"en":"Use them later."},{"en":"Write to me."}],"mode""#)
            let refused = try await lab.send(
                .post, "research/studies", study.replacing("linked", with: "unlinked"), as: "researcher")
            #expect(refused.kind == "invalid-study" && refused.pointers == ["/options"])
            let id = try await lab.open(study)
            #expect(try await lab.send(.get, "studies/\(id)").json["options"]?.elements.count == 2)
            let code = try await lab.code(id)
            for options in ["[]", "[true]", "[true,true,true]"] {
                #expect(try await lab.join(code, options: options).pointers == ["/options"])
            }
            let joined = try await lab.join(code, options: "[false,true]")
            let consent = joined.json["consents"]?.elements.first
            #expect(consent?["options"]?.elements == [.truth(false), .truth(true)])
            // One person is too few to be told of.
            let told = try await lab.send(.get, "research/studies/\(id)/retention", as: "researcher")
            #expect(
                told.json["options"]?.elements.map { $0["words"]?["en"] } == [
                    "Use them later.", "Write to me.",
                ])
            #expect(told.json["options"]?.elements.contains { $0["agreed"] != nil } == false)
        }
    }

    @Test func `a person reads the own answers in pages, with the forms under which they were given`()
        async throws
    {
        let api = TestAPI()
        try await api.test { client in
            let lab = Lab(client: client)
            let id = try await lab.open()
            let path = "me/studies/\(id)/answers"
            #expect(try await lab.send(.get, path).kind == "unknown-study")
            #expect(try await lab.join(try await lab.code(id)).status == .created)
            let days = (0..<25).map { CivilDate(at: noon, in: .gmt).adding(days: -$0) }
            api.studies.replace(Study.ID(rawValue: id)) { held in
                held.answers = days.map { day in
                    StudyAnswer(
                        id: "a\(day.daysSinceEpoch)", pseudonym: "ACDEF234", version: 1, day: day,
                        given: noon, cell: nil, answers: FormAnswers(["nose": .text("2")]))
                }
            }
            let first = try await lab.send(.get, path).json
            let told = first["answers"]?.elements.compactMap { $0["day"]?.string } ?? []
            #expect(told == days.prefix(20).map(\.description))
            #expect(first["forms"]?.elements.map { $0["form"]?["id"] } == ["hay-fever-day"])
            let next = try #require(first["next"]?.string)
            let second = try await lab.send(.get, "\(path)?before=\(next)").json
            #expect(second["answers"]?.elements.count == 5)
            #expect(second["next"] == nil)
            #expect(try await lab.send(.get, "\(path)?before=yesterday").kind == "invalid-parameter")
            #expect(try await lab.send(.get, path, as: "researcher").kind == "unknown-study")
        }
    }

    @Test func `who answers when the study does not ask learns when it does`() async throws {
        try await lab { lab in
            let id = try await lab.begin()
            #expect(try await lab.upload("hay-fever-day.xlsx", to: id).status == .ok)
            let minute = #"{"rhythm":"daily","windows":[{"from":"00:00","until":"00:01"}]}"#
            let study = Self.study.dropLast() + #","schedule":\#(minute)}"#
            _ = try await lab.send(.put, "research/studies/\(id)", String(study), as: "researcher")
            for act in ["publish", "open"] { #expect(try await lab.act(act, id).status == .ok) }
            #expect(try await lab.join(try await lab.code(id)).status == .created)
            let refused = try await lab.answer(id, Self.answers)
            #expect(refused.kind == "unscheduled-answer" && refused.status == .conflict)
            #expect(refused.json["detail"] == "It asks from 00:00 to 00:01.")
        }
    }

    @Test
    func `a consent is a document for the person alone, in the language in which it was read`() async throws {
        try await lab { lab in
            let id = try await lab.open()
            _ = try await lab.join(try await lab.code(id))
            let path = "me/studies/\(id)/consent/paper"
            func paper(_ query: String = "", as who: String = "anna") async throws -> TestResponse {
                try await lab.client.execute(
                    uri: "/v1/\(path)\(query)", method: .get, headers: [.authorization: "Bearer \(who)"])
            }
            let made = try await paper()
            #expect(made.status == .ok && made.headers[.contentType] == "application/pdf")
            #expect(made.headers[.contentLanguage] == "en")
            #expect(String(buffer: made.body).hasPrefix("%PDF-"))
            #expect(try await paper("?version=1").status == .ok)
            #expect(try await lab.send(.get, "\(path)?version=2").kind == "unknown-study")
            #expect(try await lab.send(.get, "\(path)?version=one").kind == "invalid-parameter")
            #expect(try await lab.send(.get, path, as: "researcher").kind == "unknown-study")
        }
    }

    @Test func `addresses are invited by mail, and those that cannot be used are named by their place`()
        async throws
    {
        try await lab { lab in
            let id = try await lab.open()
            func write(_ addresses: String, language: String = "en", as who: String = "researcher")
                async throws -> Answer
            {
                try await lab.send(
                    .post, "research/studies/\(id)/letters",
                    #"{"addresses":[\#(addresses)],"language":"\#(language)"}"#, as: who)
            }
            let wrong = try await write(#""anna@example.org","anna","Anna@Example.org","a@b""#)
            #expect(wrong.kind == "invalid-study")
            #expect(wrong.pointers == ["/addresses/1", "/addresses/2", "/addresses/3"])
            #expect(try await write("").pointers == ["/addresses"])
            #expect(try await write(#""a@example.org""#, language: "de").pointers == ["/language"])
            let made = try await write(#""anna@example.org","ben@example.org""#)
            #expect(made.status == .created && made.json["invitations"] == [.whole(1), .whole(2)])
            let again = try await write(#""carl@example.org","ben@example.org""#)
            #expect(again.kind == "recently-invited" && again.pointers == ["/addresses/1"])
            #expect(try await write(#""a@example.org""#, as: "anna").status == .forbidden)
            let many = (0...200).map { "\"p\($0)@example.org\"" }.joined(separator: ",")
            #expect(try await write(many).pointers == ["/addresses"])
            _ = try await lab.act("close", id)
            #expect(try await write(#""a@example.org""#).kind == "study-state")
        }
    }

    @Test func `reminders are a setting of the study, and each person can stop them`() async throws {
        try await lab { lab in
            let id = try await lab.open()
            let path = "research/studies/\(id)"
            func change(_ reminders: String) async throws -> Answer {
                let body = Self.study.dropLast(1) + #","reminders":\#(reminders)}"#
                return try await lab.send(.put, path, String(body), as: "researcher")
            }
            let wrong = try await change(#"{"after":0,"most":21,"time":"25:00"}"#)
            #expect(wrong.pointers == ["/reminders/after", "/reminders/most", "/reminders/time"])
            let changed = try await change(#"{"after":2,"most":5}"#)
            #expect(changed.json["study"]?["reminders"]?["time"] == "18:00")
            _ = try await lab.join(try await lab.code(id))
            let mine = "me/studies/\(id)/reminders"
            #expect(try await lab.send(.put, mine, #"{"on":false}"#).status == .noContent)
            let part = try await lab.send(.get, "me/studies").json["studies"]?.elements.first
            #expect(part?["reminders"]?["on"] == .truth(false))
            #expect(part?["study"]?["reminders"]?["after"] == .whole(2))
            #expect(try await lab.send(.put, mine, #"{"on":true}"#, as: "researcher").kind == "unknown-study")
            #expect(try await change("null").json["study"]?["reminders"] == nil)
        }
    }

    @Test func `a link stops reminders by a POST alone`() async throws {
        try await lab { lab in
            let link = "study-reminders/\(try await lab.open())"
            #expect(try await lab.send(.get, link).json["on"] == .truth(true))
            #expect(try await lab.send(.post, link, #"{"answer":"go"}"#).kind == "invalid-reminders")
            #expect(try await lab.send(.post, link, #"{"answer":"stop"}"#).json["on"] == .truth(false))
            #expect(try await lab.send(.get, "study-reminders/none").kind == "unknown-reminder")
        }
    }

    @Test func `a message to one person names a pseudonym, which nobody has where answers belong to nobody`()
        async throws
    {
        try await lab { lab in
            func send(_ id: String, to pseudonym: String) async throws -> Answer {
                try await lab.send(
                    .post, "research/studies/\(id)/messages",
                    #"{"words":{"en":"Please call us."},"to":"\#(pseudonym)"}"#, as: "researcher")
            }
            let id = try await lab.open()
            _ = try await lab.join(try await lab.code(id))
            let sent = try await send(id, to: "ACDEF234")
            #expect(sent.status == .created && sent.json["to"] == "ACDEF234")
            #expect(try await send(id, to: "none").kind == "unknown-invitation")
            let part = try await lab.send(.get, "me/studies").json["studies"]?.elements.first
            #expect(part?["messages"]?.elements.first?["to"] == "ACDEF234")
            let unlinked = try await lab.open(Self.study.replacing("linked", with: "unlinked"))
            #expect(try await send(unlinked, to: "ACDEF234").kind == "unknown-invitation")
        }
    }

    @Test func `a message is read by those who take part, and bounded in number and length`() async throws {
        try await lab { lab in
            let id = try await lab.open()
            _ = try await lab.join(try await lab.code(id))
            let path = "research/studies/\(id)/messages"
            func send(_ words: String) async throws -> Answer {
                try await lab.send(.post, path, #"{"words":\#(words)}"#, as: "researcher")
            }
            #expect(try await send("{}").pointers == ["/words"])
            let long = String(repeating: "x", count: 2_001)
            #expect(try await send(#"{"en":"\#(long)","xx":"x"}"#).pointers == ["/words/en", "/words"])
            for _ in 0..<3 { #expect(try await send(#"{"en":"Thank you."}"#).status == .created) }
            let many = try await send(#"{"en":"Thank you."}"#)
            #expect(many.kind == "too-many-messages" && many.status == .tooManyRequests)
            let list = try await lab.send(.get, path, as: "researcher")
            #expect(list.json["messages"]?.elements.count == 3 && list.json["limit"] == .whole(3))
            let part = try await lab.send(.get, "me/studies").json["studies"]?.elements.first
            #expect(part?["messages"]?.elements.first?["words"]?["en"] == "Thank you.")
            #expect(try await lab.send(.get, path).status == .forbidden)
        }
    }

    @Test func `participants are listed, counted and restricted`() async throws {
        try await lab { lab in
            let id = try await lab.open()
            let code = try await lab.code(id)
            let path = "research/studies/\(id)"
            let list = try await lab.send(.get, "\(path)/participants", as: "researcher")
            let first = list.json["participants"]?.elements.first
            #expect(first?["status"] == "invited" && first?["code"] == .text(code))
            let restricted = try await lab.send(
                .put, "\(path)/participants/1/restriction", as: "researcher")
            #expect(restricted.status == .noContent)
            #expect(try await lab.join(code).kind == "restricted-invitation")
            #expect(
                try await lab.send(.put, "\(path)/participants/9/restriction", as: "researcher").kind
                    == "unknown-invitation")
            let weeks = try await lab.send(.get, "\(path)/retention", as: "researcher")
            #expect(weeks.json["weeks"]?.elements.map { $0["restricted"] } == [.whole(1)])
            let many = try await lab.send(
                .post, "\(path)/invitations", #"{"count":10001,"length":4}"#, as: "researcher")
            #expect(many.pointers == ["/count", "/length"])
        }
    }

    @Test func `roles are given by owners alone`() async throws {
        try await lab { lab in
            let id = try await lab.open()
            let path = "research/studies/\(id)/researchers"
            #expect(
                try await lab.send(.put, "\(path)/1", #"{"role":"recruiter"}"#, as: "researcher").status
                    == .noContent)
            #expect(
                try await lab.send(.put, "\(path)/1", #"{"role":"king"}"#, as: "researcher").pointers
                    == ["/role"])
            #expect(
                try await lab.send(.put, "\(path)/nobody", #"{"role":"owner"}"#, as: "researcher").kind
                    == "unknown-account")
            // Anna has the role in the study, and is no researcher of the service.
            #expect(try await lab.send(.get, path).status == .forbidden)
            let all = try await lab.send(.get, path, as: "researcher")
            #expect(all.json["researchers"]?.elements.count == 2)
            #expect(try await lab.send(.delete, "\(path)/1", as: "researcher").status == .noContent)
        }
    }

    @Test func `a draft is deleted, and an open study is not`() async throws {
        try await lab { lab in
            let draft = "research/studies/\(try await lab.begin())"
            #expect(try await lab.send(.delete, draft, as: "researcher").status == .noContent)
            #expect(try await lab.send(.get, draft, as: "researcher").kind == "unknown-study")
            let open = "research/studies/\(try await lab.open())"
            #expect(try await lab.send(.delete, open, as: "researcher").kind == "study-state")
            #expect(try await lab.send(.delete, open).status == .forbidden)
        }
    }

    @Test func `the only owner cannot leave, and leaves once there is another`() async throws {
        try await lab { lab in
            let path = "research/studies/\(try await lab.open())"
            #expect(try await lab.send(.delete, "\(path)/role", as: "researcher").kind == "study-state")
            _ = try await lab.send(
                .put, "\(path)/researchers/1", #"{"role":"owner"}"#, as: "researcher")
            #expect(try await lab.send(.delete, "\(path)/role", as: "researcher").status == .noContent)
            #expect(try await lab.send(.get, path, as: "researcher").kind == "unknown-study")
        }
    }

    @Test func `labels are the researchers' own, and of a bounded length`() async throws {
        try await lab { lab in
            let id = try await lab.open()
            _ = try await lab.code(id)
            let path = "research/studies/\(id)/participants"
            func label(_ body: String, _ number: Int = 1) async throws -> Answer {
                try await lab.send(.put, "\(path)/\(number)/label", body, as: "researcher")
            }
            func told() async throws -> JSONTree? {
                let list = try await lab.send(.get, path, as: "researcher")
                return list.json["participants"]?.elements.first?["label"]
            }
            #expect(try await label(#"{"label":"Called"}"#).status == .noContent)
            #expect(try await told() == "Called")
            let long = String(repeating: "x", count: 61)
            #expect(try await label(#"{"label":"\#(long)"}"#).pointers == ["/label"])
            #expect(try await label(#"{"label":"x"}"#, 9).kind == "unknown-invitation")
            #expect(try await label("{}").status == .noContent)
            #expect(try await told() == nil)
        }
    }

    @Test func `participants are found by status and by label, and are counted by status`() async throws {
        try await lab { lab in
            let id = try await lab.open()
            for _ in 0..<3 { _ = try await lab.code(id) }
            _ = try await lab.join(try await lab.code(id))
            let path = "research/studies/\(id)/participants"
            let ended = try await lab.send(.put, "\(path)/2/restriction", as: "researcher")
            #expect(ended.status == .noContent)
            for (number, label) in [(1, "Called twice"), (2, "Moved")] {
                let body = #"{"label":"\#(label)"}"#
                let noted = try await lab.send(.put, "\(path)/\(number)/label", body, as: "researcher")
                #expect(noted.status == .noContent)
            }
            func found(_ query: String) async throws -> [JSONTree?] {
                let list = try await lab.send(.get, "\(path)?\(query)", as: "researcher").json
                #expect(
                    list["counts"] == [
                        "invited": .whole(2), "participating": .whole(1), "restricted": .whole(1),
                        "withdrawn": .whole(0),
                    ])
                return (list["participants"]?.elements ?? []).map { $0["number"] }
            }
            #expect(try await found("") == [.whole(1), .whole(2), .whole(3), .whole(4)])
            #expect(try await found("status=invited") == [.whole(1), .whole(3)])
            #expect(try await found("status=participating") == [.whole(4)])
            #expect(try await found("status=withdrawn") == [])
            #expect(try await found("label=called%20twice") == [.whole(1)])
            #expect(try await found("label=Moved&status=restricted&after=1") == [.whole(2)])
            #expect(try await found("label=Moved&status=invited") == [])
            for wrong in ["status=gone", "status=", "label=", "label=\(String(repeating: "x", count: 61))"] {
                let refused = try await lab.send(.get, "\(path)?\(wrong)", as: "researcher")
                #expect(refused.kind == "invalid-parameter", "\(wrong)")
            }
        }
    }

    @Test func `administrators see how far studies are, and nothing that was answered or drafted`()
        async throws
    {
        let api = TestAPI()
        try await api.test { client in
            let lab = Lab(client: client)
            let draft = try await lab.begin()
            let id = try await lab.open()
            _ = try await lab.code(id)
            _ = try await lab.join(try await lab.code(id))
            #expect(try await lab.answer(id, Self.answers).status == .created)
            let path = "administration/studies"
            let told = try await lab.send(.get, path, as: "administrator").json
            #expect(told["studies"]?.elements.map { $0["id"] } == [.text(id), .text(draft)])
            let study = told["studies"]?.elements.first
            #expect(study?["state"] == "open" && study?["title"]?["en"] == "Hay fever")
            #expect(study?["owners"]?.elements.count == 1)
            let none: [String: JSONTree] = ["restricted": .whole(0), "withdrawn": .whole(0)]
            #expect(
                study?["people"]?.members
                    == none.merging(["invited": .whole(1), "participating": .whole(1)]) { $1 })
            #expect(told["studies"]?.elements.last?["title"] == nil)
            #expect(study?["answers"] == nil && study?["consent"] == nil && study?["form"] == nil)
            let audit = api.records.audit.value.last
            #expect(audit?.act == .inspected && audit?.actor == .administrator && audit?.object == "studies")
            let older = try await lab.send(.get, "\(path)?before=2", as: "administrator").json
            #expect(older["studies"]?.elements.map { $0["id"] } == [.text(draft)])
            #expect(try await lab.send(.get, path, as: "researcher").status == .forbidden)
        }
    }

    @Test func `administrators see the researchers and invitations of a study, and nobody's answers`()
        async throws
    {
        let api = TestAPI()
        try await api.test { client in
            let lab = Lab(client: client)
            let id = try await lab.open()
            _ = try await lab.code(id)
            _ = try await lab.join(try await lab.code(id))
            #expect(try await lab.answer(id, Self.answers).status == .created)
            let noted = try await lab.send(
                .put, "research/studies/\(id)/participants/1/label", #"{"label":"Moved"}"#, as: "researcher")
            #expect(noted.status == .noContent)
            let path = "administration/studies/\(id)"
            let told = try await lab.send(.get, path, as: "administrator").json
            #expect(told["study"]?["id"] == .text(id))
            #expect(told["roles"]?.elements.map { $0["role"] } == ["owner", "analyst", "recruiter"])
            #expect(told["roles"]?.elements.map { $0["accounts"]?.elements.count } == [1, 0, 0])
            #expect(told["labels"] == [["label": "Moved", "people": .whole(1)]])
            let audit = api.records.audit.value.last
            #expect(audit?.act == .inspected && audit?.actor == .administrator && audit?.object == "studies")
            let list = try await lab.send(.get, "\(path)/participants", as: "administrator").json
            let people = list["participants"]?.elements ?? []
            #expect(people.map { $0["status"] } == ["invited", "participating"])
            let shown: Set = ["number", "status", "label", "made", "joined"]
            for person in people { #expect(shown.isSuperset(of: person.members.keys), "\(person)") }
            let moved = try await lab.send(.get, "\(path)/participants?label=moved", as: "administrator").json
            #expect(moved["participants"]?.elements.map { $0["number"] } == [.whole(1)])
            for who in ["researcher", "anna", "moderator"] {
                for part in ["", "/participants"] {
                    #expect(try await lab.send(.get, path + part, as: who).status == .forbidden)
                }
            }
            let unknown = try await lab.send(.get, "administration/studies/other", as: "administrator")
            #expect(unknown.kind == "unknown-study")
        }
    }

    @Test func `administrators end an invitation, and let it work again`() async throws {
        try await lab { lab in
            let id = try await lab.open()
            let code = try await lab.code(id)
            let path = "administration/studies/\(id)/participants/1/restriction"
            for who in ["researcher", "anna"] {
                for method in [HTTPRequest.Method.put, .delete] {
                    #expect(try await lab.send(method, path, as: who).status == .forbidden)
                }
            }
            #expect(try await lab.send(.put, path, as: "administrator").status == .noContent)
            #expect(try await lab.join(code).kind == "restricted-invitation")
            #expect(try await lab.send(.delete, path, as: "administrator").status == .noContent)
            #expect(try await lab.join(code).status == .created)
            let other = "administration/studies/\(id)/participants/9/restriction"
            #expect(try await lab.send(.delete, other, as: "administrator").kind == "unknown-invitation")
        }
    }

    @Test func `progress is told by day, and looks in pages to researchers and to the author`() async throws {
        try await lab { lab in
            let id = try await lab.open()
            _ = try await lab.join(try await lab.code(id))
            _ = try await lab.answer(id, Self.answers)
            let progress = try await lab.send(.get, "research/studies/\(id)/progress", as: "researcher")
            #expect(progress.json["days"]?.elements.map { $0["answers"] } == [.whole(1)])
            let cells = try await lab.send(.get, "research/studies/\(id)/cells", as: "researcher")
            #expect(cells.status == .ok && cells.json["cells"] == [])
            for _ in 0..<101 {
                _ = try await lab.send(.get, "research/studies/\(id)/answers", as: "researcher")
            }
            for (path, who) in [("research/studies", "researcher"), ("me/studies", "anna")] {
                let page = try await lab.send(.get, "\(path)/\(id)/looks", as: who)
                #expect(page.json["looks"]?.elements.count == 100 && page.json["next"] == .whole(2))
                let rest = try await lab.send(.get, "\(path)/\(id)/looks?before=2", as: who)
                #expect(rest.json["looks"]?.elements.count == 1 && rest.json["next"] == nil)
                #expect(rest.json["looks"]?.elements.first?["by"] == (who == "anna" ? nil : "otto"))
            }
            let part = try await lab.send(.get, "me/studies").json["studies"]?.elements.first
            #expect(part?["looks"]?.elements.count == 20)
        }
    }

    @Test func `open studies come in pages of fifty`() async throws {
        try await lab { lab in
            for _ in 0..<51 { _ = try await lab.open() }
            let first = try await lab.send(.get, "studies")
            #expect(first.json["studies"]?.elements.count == 50 && first.json["next"] == .whole(50))
            let last = try await lab.send(.get, "studies?after=50")
            #expect(last.json["studies"]?.elements.count == 1 && last.json["next"] == nil)
        }
    }

    @Test func `an account that guesses codes is stopped after ten, and others are not`() async throws {
        let rates = RequestRates(address: RequestRate(requests: 1_000, seconds: 1), principal: nil)
        try await TestAPI(rates: rates).test { client in
            let lab = Lab(client: client)
            func guess(_ path: String = "me/studies/invitation", as who: String = "anna") async throws
                -> Answer
            {
                try await lab.send(.post, path, #"{"code":"ACDEF"}"#, as: who)
            }
            for _ in 0..<10 { #expect(try await guess().kind == "unknown-invitation") }
            let refused = try await guess()
            #expect(refused.kind == "too-many-requests" && refused.status == .tooManyRequests)
            // A code that is right does not help any more either.
            let code = try await lab.code(try await lab.open())
            #expect(try await lab.join(code).kind == "too-many-requests")
            #expect(try await guess(as: "researcher").kind == "unknown-invitation")
        }
    }

    @Test func `wrong codes are counted on all nodes together, and make the account wait`() async throws {
        let api = TestAPI()
        try await api.test { client in
            let lab = Lab(client: client)
            let code = try await lab.code(try await lab.open())
            for wrong in ["ACDEF", "", "ACDEFGHJKMNPQRTVWX"] {
                _ = try await lab.send(.post, "me/studies/invitation", #"{"code":"\#(wrong)"}"#)
            }
            // What cannot be a code is no guess.
            #expect(api.studies.wrongCodes.value.count == 1)
            #expect(try await lab.send(.post, "me/studies/invitation", #"{"code":"\#(code)"}"#).status == .ok)
            api.studies.codePause.change { $0 = .seconds(90) }
            let refused = try await lab.send(.post, "me/studies/invitation", #"{"code":"\#(code)"}"#)
            #expect(refused.kind == "too-many-requests" && refused.status == .tooManyRequests)
            #expect(refused.json["detail"]?.string?.contains("90 seconds") == true)
            #expect(try await lab.join(code).kind == "too-many-requests")
            #expect(api.studies.wrongCodes.value.count == 1)
        }
    }

    @Test func `an unknown code is refused, however it is written`() async throws {
        try await lab { lab in
            for code in ["ACDEF", "1", "", "ACDEFGHJKMNPQRTVWX"] {
                let refused = try await lab.send(
                    .post, "me/studies/invitation", #"{"code":"\#(code)"}"#)
                #expect(refused.kind == "unknown-invitation" && refused.status == .notFound, "\(code)")
            }
        }
    }
}
