import Articles
import Authoring
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import People
import SampleTesting
import Testing

@testable import API
@testable import HTTP

/// The way of an expert's article over the routes.
@Suite struct SubmissionRouteTests {
    struct Answer {
        let status: HTTPResponse.Status
        let headers: HTTPFields
        let json: JSONTree

        var kind: String? { json["type"]?.string?.split(separator: "/").last.map(String.init) }
        var pointers: [String] { (json["errors"]?.elements ?? []).compactMap { $0["pointer"]?.string } }
    }

    /// Where experts, moderators and administrators hand in what they do with articles.
    struct Desk {
        let client: any TestClientProtocol

        func send(
            _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, as who: String = "expert",
            match: String? = nil, key: String? = nil, type: String = "application/json"
        ) async throws -> Answer {
            var headers: HTTPFields = [.authorization: "Bearer \(who)"]
            if body != nil { headers[.contentType] = type }
            if let match { headers[.ifMatch] = match }
            if let key, let name = HTTPField.Name("Idempotency-Key") { headers[name] = key }
            let response = try await client.execute(
                uri: "/v1/\(path)", method: method, headers: headers,
                body: body.map { ByteBuffer(string: $0) })
            let json = try? JSONDecoder().decode(JSONTree.self, from: Data(response.body.readableBytesView))
            return Answer(status: response.status, headers: response.headers, json: json ?? .null)
        }

        /// Begins the sample; returns its identifier.
        func begin(_ body: String = SubmissionRouteTests.complete) async throws -> String {
            let made = try await send(.post, "me/articles", body)
            #expect(made.status == .created)
            return try #require(made.json["article"]?["id"]?.string)
        }

        func act(_ act: String, _ id: String, as who: String = "expert") async throws -> Answer {
            let path = who == "expert" ? "me" : "review"
            let more = act == "correct" ? #","correction":"January, not March""# : ""
            return try await send(
                .post, "\(path)/articles/\(id)/acts", #"{"act":"\#(act)"\#(more)}"#, as: who)
        }

        func publish(_ id: String) async throws -> String {
            for (step, who) in [("submit", "expert"), ("accept", "moderator")] {
                #expect(try await act(step, id, as: who).status == .created, "\(step)")
            }
            let done = try await act("publish", id, as: "administrator")
            return try #require(done.json["article"]?["page"]?.string)
        }

        /// Gives the sample, of which nothing else has been changed, a picture.
        func addPicture(_ id: String) async throws -> TestResponse {
            try await client.execute(
                uri: "/v1/me/articles/\(id)/picture", method: .put,
                headers: [
                    .authorization: "Bearer expert", .contentType: "image/jpeg", .ifMatch: "\"1\"",
                ], body: ByteBuffer(bytes: [0xFF, 0xD8, 1]))
        }

        /// Publishes an article anew with what another body says; returns its page.
        func correct(_ id: String, _ body: String) async throws -> String {
            #expect(try await act("correct", id).json["article"]?["state"]?.string == "draft")
            let revision = try await send(.get, "me/articles/\(id)").headers[.eTag]
            let kept = try await send(.put, "me/articles/\(id)", body, match: revision)
            #expect(kept.status == .ok, "\(kept.json)")
            return try await publish(id)
        }
    }

    static let complete = #"""
        {"texts":[{"language":"en","title":"Birch & apples","summary":"Why an apple can itch.",
          "body":"## Why\n\nThe proteins are alike [1]. <script>alert(1)</script>","alternative":"An apple"}],
         "keywords":["pollen"],
         "sources":[{"title":"Allergy","publisher":"Journal","url":"https://doi.org/10.1/x"}],
         "reviewAgain":"\#(CivilDay.nextYear)","byline":"Dr. Eva Weber","keepsByline":true}
        """#

    private enum CivilDay {
        /// A day that lies within three years of the tests' present.
        static var nextYear: String {
            "\(noon.addingTimeInterval(365 * 86_400).formatted(.iso8601).prefix(10))"
        }
    }

    private func desk(_ api: TestAPI = TestAPI(), _ act: @escaping @Sendable (Desk) async throws -> Void)
        async throws
    {
        try await api.test { try await act(Desk(client: $0)) }
    }

    @Test func `an article is written, reviewed, published and found by readers`() async throws {
        try await desk(TestAPI(address: "https://breathe.example")) { desk in
            let id = try await desk.begin()
            let page = try await desk.publish(id)
            let name = try #require(page.split(separator: "/").last)
            let article = try await desk.send(.get, "articles/\(name)?language=en")
            #expect(article.json["article"]?["expert"]?["name"]?.string == "Dr. Eva Weber")
            #expect(article.json["html"]?.string?.contains("script") == false)
            let found = try await desk.send(.get, "articles?language=en&q=proteins")
            #expect(found.json["articles"]?.elements.map { $0["page"]?.string } == [page])
            let html = try await desk.client.execute(uri: page, method: .get)
            let text = String(buffer: html.body)
            let badge = #"<span class="badge expert">Expert</span>"#
            #expect(text.contains(#"<p class="byline">Dr. Eva Weber \#(badge)</p>"#))
            #expect(text.contains(#""author":{"@type":"Person","name":"Dr. Eva Weber"}"#))
            let feed = try await desk.client.execute(uri: "/articles/feed.atom?language=en", method: .get)
            #expect(String(buffer: feed.body).contains("<name>Dr. Eva Weber</name>"))
            let list = try await desk.client.execute(uri: "/articles", method: .get)
            #expect(String(buffer: list.body).contains(badge))
        }
    }

    @Test func `the badge of an expert is wherever an article is named`() async throws {
        try await desk { desk in
            let ids = [try await desk.begin(), try await desk.begin()]
            let former = try await desk.publish(ids[0])
            let page = try await desk.publish(ids[1])
            let badge = #"<p class="byline">Dr. Eva Weber <span class="badge expert">Expert</span></p>"#
            let named = #"<a href="\#(page)" lang="en">Birch &amp; apples</a>\#(badge)"#
            let birch = try await desk.client.execute(uri: "/allergens/birch", method: .get)
            #expect(String(buffer: birch.body).contains(named))
            #expect(!String(buffer: birch.body).contains("How pollen is counted</a><p"))
            let today = try await desk.send(.get, "articleOfTheDay?language=en")
            #expect(today.json["article"]?["expert"]?["name"]?.string == "Dr. Eva Weber")
            _ = try await desk.send(.post, "me/articles/\(ids[0])/retirement")
            let gone = try await desk.client.execute(uri: former, method: .get)
            #expect(gone.status == .gone && String(buffer: gone.body).contains(named))
        }
    }

    @Test func `readers learn of a correction, and on the former version of the present one`() async throws {
        try await desk { desk in
            let id = try await desk.begin()
            let page = try await desk.publish(id)
            #expect(try await desk.correct(id, Self.complete.replacing("alike", with: "related")) == page)
            let text = String(buffer: try await desk.client.execute(uri: page, method: .get).body)
            #expect(text.contains("January, not March") && text.contains("related"))
            #expect(text.contains(#"<a href="\#(page)?version=1" rel="nofollow">"#))
            for format in ["atom", "json"] {
                let path = "/articles/feed.\(format)?language=en"
                let feed = String(buffer: try await desk.client.execute(uri: path, method: .get).body)
                #expect(feed.contains("Corrected on ") && feed.contains("January, not March"), "\(format)")
            }
            let former = try await desk.client.execute(uri: "\(page)?version=1", method: .get)
            let words = String(buffer: former.body)
            #expect(words.contains(#"id="former""#) && words.contains("alike"))
            let name = try #require(page.split(separator: "/").last)
            let json = try await desk.send(.get, "articles/\(name)?version=2&language=en")
            #expect(json.json["corrections"]?.elements.first?["what"]?.string == "January, not March")
            #expect(try await desk.send(.get, "articles/\(name)?version=3").status == .notFound)
            #expect(try await desk.send(.get, "articles/\(name)?version=0").status == .badRequest)
        }
    }

    @Test func `a text is kept only in the place of the one that its author has seen`() async throws {
        try await desk { desk in
            let path = "me/articles/\(try await desk.begin())"
            let first = try await desk.send(.get, path)
            #expect(first.headers[.eTag] == "\"1\"")
            let blind = try await desk.send(.put, path, Self.complete)
            #expect(blind.status.code == 428 && blind.kind == "precondition-required")
            let kept = try await desk.send(.put, path, Self.complete, match: "\"1\"")
            #expect(kept.status == .ok && kept.headers[.eTag] == "\"2\"")
            for match in ["\"1\"", "*", "W/\"2\"", "\"\"", "2"] {
                let late = try await desk.send(.put, path, Self.complete, match: match)
                #expect(late.status.code == 412 && late.kind == "changed-meanwhile", "\(match)")
            }
        }
    }

    @Test func `a draft that is begun twice with a key is one`() async throws {
        try await desk { desk in
            let one = try await desk.send(.post, "me/articles", Self.complete, key: "k")
            let again = try await desk.send(.post, "me/articles", Self.complete, key: "k")
            #expect(one.json == again.json)
            #expect(one.headers[.location] == "/v1/me/articles/\(one.json["article"]?["id"]?.string ?? "")")
            let list = try await desk.send(.get, "me/articles")
            #expect(list.json["articles"]?.elements.count == 1)
            #expect(list.json["keywords"]?.elements.isEmpty == false)
        }
    }

    @Test(arguments: [
        (#""title":"Birch & apples""#, #""title":"\#(String(repeating: "a", count: 81))""#, "/texts/0/title"),
        (#""language":"en""#, #""language":"xx""#, "/texts/0/language"),
        (#""keywords":["pollen"]"#, #""keywords":["pollen","snow"]"#, "/keywords/1"),
        (#""keywords":["pollen"]"#, #""keywords":["pollen","pollen"]"#, "/keywords/1"),
        (#""url":"https"#, #""date":"20-1","url":"https"#, "/sources/0/date"),
        (#""byline":"Dr. Eva Weber""#, #""byline":"\u0007""#, "/byline"),
        (#""reviewAgain":""#, #""reviewAgain":"soon"#, "/reviewAgain"),
        ("## Why", String(repeating: "> ", count: 99), "/texts/0/body"),
        ("## Why", String(repeating: "a", count: 65_536), "/texts/0/body"),
    ])
    func `what is too long or cannot be is refused with its place`(
        part: String, other: String, pointer: String
    ) async throws {
        try await desk { desk in
            let refused = try await desk.send(
                .post, "me/articles", Self.complete.replacing(part, with: other))
            #expect(refused.status == .badRequest && refused.kind == "invalid-article")
            #expect(refused.pointers == [pointer])
        }
    }

    @Test func `the place of a text that is too long names the line`() async throws {
        try await desk { desk in
            let long = String(repeating: #"word\n"#, count: 20_000)
            let refused = try await desk.send(
                .post, "me/articles", Self.complete.replacing("## Why", with: long))
            #expect(refused.json["detail"]?.string?.contains("in line 13108") == true)
        }
    }

    @Test func `an article that lacks something is kept, but not submitted`() async throws {
        try await desk { desk in
            let id = try await desk.begin(#"{"texts":[],"keywords":[],"sources":[]}"#)
            let refused = try await desk.act("submit", id)
            #expect(refused.status == .conflict && refused.kind == "incomplete-article")
            #expect(refused.pointers == ["/texts", "/keywords", "/sources", "/reviewAgain"])
            let preview = try await desk.send(.get, "me/articles/\(id)/preview")
            #expect(preview.kind == "article-state")
        }
    }

    @Test func `the preview is what readers see later`() async throws {
        try await desk { desk in
            let id = try await desk.begin()
            let preview = try await desk.send(.get, "me/articles/\(id)/preview?language=en")
            let html = try #require(preview.json["html"]?.string)
            let page = try await desk.publish(id)
            let whole = String(buffer: try await desk.client.execute(uri: page, method: .get).body)
            let body = try #require(html.firstMatch(of: /<div class="article-body".*?<\/div>/))
            #expect(whole.contains(body.output))
            let reviewed = try await desk.send(
                .get, "review/articles/\(id)/preview?language=en", as: "moderator")
            #expect(reviewed.json["html"]?.string?.contains(body.output) == true)
        }
    }

    @Test func `nobody reviews their own article, and only reviewers review`() async throws {
        try await desk { desk in
            let id = try await desk.begin()
            _ = try await desk.act("submit", id)
            let refusals = ["expert moderator": "own-article", "expert": "forbidden", "anna": "forbidden"]
            for (who, kind) in refusals {
                let path = "review/articles/\(id)/acts"
                let refused = try await desk.send(.post, path, #"{"act":"accept"}"#, as: who)
                #expect(refused.status == .forbidden && refused.kind == kind, "\(who)")
            }
            let queue = try await desk.send(.get, "review/articles", as: "expert moderator")
            #expect(queue.json["articles"]?.elements.first?["own"] == .truth(true))
            let stranger = try await desk.send(.post, "me/articles", Self.complete, as: "moderator")
            #expect(stranger.kind == "forbidden")
        }
    }

    @Test func `a remark belongs to a passage, and its author stays unnamed to the expert`() async throws {
        try await desk { desk in
            let id = try await desk.begin()
            _ = try await desk.act("submit", id)
            let early = try await desk.act("return", id, as: "moderator")
            #expect(early.status == .conflict && early.kind == "no-remarks")
            let remark = #"{"language":"en","paragraph":2,"quote":"alike","text":"Which ones?"}"#
            let path = "review/articles/\(id)/remarks"
            #expect(try await desk.send(.post, path, remark, as: "moderator").status == .created)
            for (member, pointer) in [(#""paragraph":-1"#, "/paragraph"), (#""text":"""#, "/text")] {
                let part = member.prefix { $0 != ":" }
                let wrong = remark.replacing(try Regex("\(part):(\\d+|\"[^\"]*\")"), with: member)
                let refused = try await desk.send(.post, path, wrong, as: "moderator")
                #expect(refused.pointers == [pointer])
            }
            #expect(try await desk.act("return", id, as: "moderator").status == .created)
            let hers = try await desk.send(.get, "me/articles/\(id)")
            let told = try #require(hers.json["remarks"]?.elements.first)
            #expect(told["quote"]?.string == "alike" && told["paragraph"] == .whole(2) && told["by"] == nil)
            #expect(hers.json["article"]?["state"]?.string == "returned")
            #expect(try await desk.send(.get, "review/articles/\(id)", as: "moderator").status == .notFound)
        }
    }

    @Test func `a picture is cleaned, and goes with the article`() async throws {
        try await desk { desk in
            let id = try await desk.begin()
            let path = "me/articles/\(id)/picture"
            #expect(try await desk.send(.get, path).kind == "unknown-picture")
            let refused = try await desk.send(.put, path, "GIF89a", match: "\"1\"", type: "image/gif")
            #expect(refused.kind == "invalid-picture")
            #expect(try await desk.send(.put, path, "x", type: "image/jpeg").status.code == 428)
            let kept = try await desk.addPicture(id)
            #expect(kept.status == .noContent && kept.headers[.eTag] == "\"2\"")
            #expect(try await desk.send(.get, path).headers[.contentType] == "image/jpeg")
            let page = try await desk.publish(id)
            let shown = try await desk.client.execute(uri: "\(page)/1/picture", method: .get)
            #expect(shown.status == .ok && shown.headers[.contentType] == "image/jpeg")
            #expect(shown.headers[.contentSecurityPolicy]?.hasPrefix("sandbox") == true)
            let text = String(buffer: try await desk.client.execute(uri: page, method: .get).body)
            #expect(text.contains(#"<img src="\#(page)/1/picture" alt="An apple">"#))
            let list = String(buffer: try await desk.client.execute(uri: "/articles", method: .get).body)
            #expect(list.contains(#"src="\#(page)/1/picture?edge=240" alt="An apple" lang="en""#))
        }
    }

    @Test func `small screens and lists get small pictures, which are drawn once`() async throws {
        let api = TestAPI()
        try await desk(api) { desk in
            let id = try await desk.begin()
            #expect(try await desk.addPicture(id).status == .noContent)
            let page = try await desk.publish(id)
            func picture(_ query: String) async throws -> TestResponse {
                try await desk.client.execute(uri: "\(page)/1/picture\(query)", method: .get)
            }
            let text = String(buffer: try await desk.client.execute(uri: page, method: .get).body)
            let small = #"srcset="\#(page)/1/picture?edge=960""#
            #expect(text.contains(#"<picture><source media="(max-width: 480px)" \#(small)><img src="#))
            api.scaling.isBusy.change { $0 = true }
            let whole = try await picture("")
            #expect(try await picture("?edge=240").body == whole.body && whole.body.readableBytes > 1)
            api.scaling.isBusy.change { $0 = false }
            let sizes: [(Int, UInt8)] = [(240, 1), (960, 4), (240, 1)]
            for (size, byte) in sizes {
                let shown = try await picture("?edge=\(size)")
                #expect(shown.status == .ok && shown.headers[.contentType] == "image/jpeg")
                #expect(Array(buffer: shown.body) == [byte])
                #expect(shown.headers[.contentSecurityPolicy]?.hasPrefix("sandbox") == true)
            }
            #expect(api.scaling.count.value == 2)
            for size in ["0", "241", "-240", "x", "99999999999999999999"] {
                #expect(try await picture("?edge=\(size)").status == .badRequest, "\(size)")
            }
            let preview = try await desk.send(.get, "me/articles/\(id)/preview?language=en")
            #expect(preview.json["html"]?.string?.contains("<picture>") == false)
            #expect(try await desk.send(.post, "me/articles/\(id)/retirement").status == .created)
            #expect(try await picture("?edge=240").status == .notFound)
        }
    }

    @Test func `a published article is retired, not deleted, even by who is no expert any more`() async throws
    {
        try await desk { desk in
            let id = try await desk.begin()
            let page = try await desk.publish(id)
            #expect(try await desk.send(.delete, "me/articles/\(id)").kind == "article-state")
            let retired = try await desk.send(.post, "me/articles/\(id)/retirement", as: "anna")
            #expect(retired.status == .created && retired.json["article"]?["page"] == nil)
            let gone = try await desk.client.execute(uri: page, method: .get)
            #expect(gone.status == .gone && String(buffer: gone.body).contains("no longer shown"))
            #expect(try await desk.send(.get, String(page.dropFirst())).kind == "retired-article")
            #expect(try await desk.send(.post, "me/articles/\(id)/retirement").kind == "article-state")
            let draft = try await desk.begin()
            #expect(try await desk.send(.delete, "me/articles/\(draft)").status == .noContent)
            #expect(try await desk.send(.get, "me/articles/\(draft)").kind == "unknown-submission")
        }
    }

    @Test(arguments: ["fly", "accept", "retire"])
    func `an act that is not the author's is refused`(act: String) async throws {
        try await desk { desk in
            let refused = try await desk.act(act, try await desk.begin())
            #expect(refused.status == .badRequest && refused.pointers == ["/act"])
        }
    }
}
