import Allergens
import Articles
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
@testable import Site

/// All pages as they are served, in every language, judged by the checker of the W3C.
@Suite struct HTMLValidityTests {
    /// Pages that are composed for a request, and those that say that there is nothing.
    private static let composed = [
        "/place", "/place?q=basel", "/place/basel", "/place/atlantis", "/station/basel", "/embed/place/basel",
        "/place/basel?date=2020-04-07", "/articles", "/articles?q=snow", "/articles/none",
        "/articles?keyword=pollen", "/articles?cursor=hay-fever", "/allergens", "/allergens?q=none",
        "/allergens/none", "/studies", "/studies/none",
    ]

    /// What tells readers of a failure, and the pages behind links in mails: with a button, done, and not valid.
    private static let linked = [
        "/nowhere", "/v1/channels/one/confirmation?code=\(linkSecret)",
        "/v1/channels/one/unsubscription?token=\(linkSecret)", "/v1/channels/gone/unsubscription?token=x",
        "/v1/channels/one/confirmation?code=x", "/v1/reminders/none", "/v1/contacts/none",
    ]

    /// The path of an open study.
    private func study(in api: TestAPI) async throws -> String {
        let (owner, day) = (Account.ID(rawValue: 1), CivilDate(at: noon, in: .gmt))
        let content = StudyContent(
            title: ["en": "Hay <fever>"], purpose: ["en": "To learn.\nAnd to tell."],
            contact: ["en": "Dr. Weber"], ethics: "2026-00123", consent: ["en": "I have read it."],
            points: [["en": "Answers are kept."]], form: ShippedForm.hayFeverDay.form.definition)
        let settings = try #require(
            StudySettings(mode: .linked, k: 5, target: 40, days: day...day.adding(days: 30)))
        let begun = try await api.studies.begin(content, settings, by: owner, at: noon)
        for act in [StudyAct.publish, .open] {
            _ = try await api.studies.act(act, on: begun.id, by: owner, at: noon)
        }
        return "/studies/\(begun.id.rawValue)"
    }

    /// The paths of what experts have written: with a picture and a correction, as it was before, and retired.
    private func written(in client: any TestClientProtocol) async throws -> [String] {
        let desk = SubmissionRouteTests.Desk(client: client)
        let (id, retired) = (try await desk.begin(), try await desk.begin())
        #expect(try await desk.addPicture(id).status == .noContent)
        let (page, gone) = (try await desk.publish(id), try await desk.publish(retired))
        let other = SubmissionRouteTests.complete.replacing("alike", with: "related")
        #expect(try await desk.correct(id, other) == page)
        #expect(try await desk.send(.post, "me/articles/\(retired)/retirement").status == .created)
        let body = String(buffer: try await client.execute(uri: page, method: .get).body)
        for part in [#"<img src="\#(page)/2/picture""#, #"class="byline""#, "January, not March"] {
            #expect(body.contains(part), "\(part)")
        }
        #expect(try await client.execute(uri: gone, method: .get).status == .gone)
        return [page, "\(page)?version=1", gone]
    }

    /// What an author and a reviewer see of an article that waits, each in a page of its own, by the names of files.
    private func previews(in client: any TestClientProtocol) async throws -> [String: String] {
        let desk = SubmissionRouteTests.Desk(client: client)
        let id = try await desk.begin()
        #expect(try await desk.addPicture(id).status == .noContent)
        #expect(try await desk.act("submit", id).status == .created)
        var pages: [String: String] = [:]
        for language in Language.allCases {
            for (place, reader) in [("me", "expert"), ("review", "moderator")] {
                let path = "\(place)/articles/\(id)/preview?language=\(language.rawValue)"
                let html = try #require(try await desk.send(.get, path, as: reader).json["html"]?.string)
                #expect(html.contains(#"src="/v1/\#(place)/articles/\#(id)/picture""#), "\(path)")
                pages["\(language.rawValue)~\(place)~preview.html"] = """
                    <!DOCTYPE html><html lang="\(language.rawValue)"><head><title>Preview</title></head>\
                    <body><main>\(html)</main></body></html>
                    """
            }
        }
        return pages
    }

    @Test func `no page has a mistake in its HTML in any language`() async throws {
        let folder = try TemporaryFolder()
        var api = TestAPI(address: "https://breathe.example")
        api.shipped = try ArticleLibrary.builtIn()
        let articles = api.shipped.articles.map(\.path)
        let allergens = Taxonomy.standard.allergens.map { AllergenAddress($0).path }
        let study = try await study(in: api)
        let known = SitePage.all.map(\.path) + Self.composed + Self.linked + articles + allergens + [study]
        #expect(articles.count >= 12 && allergens.count >= 48)
        try await api.test { client in
            for (name, page) in try await previews(in: client) {
                try Data(page.utf8).write(to: folder.url.appending(path: name))
            }
            let paths = known + (try await written(in: client))
            #expect(Set(paths).count == paths.count)
            for language in Language.allCases {
                for path in paths {
                    let headers: HTTPFields = [
                        .cookie: "language=\(language.rawValue)", .acceptLanguage: language.rawValue,
                        .accept: "text/html",
                    ]
                    let answer = try await client.execute(uri: path, method: .get, headers: headers)
                    #expect(answer.headers[.contentType] == "text/html; charset=utf-8", "\(path)")
                    let name = "\(language.rawValue)\(path.replacing(/[\/?=]/, with: "~")).html"
                    try Data(answer.body.readableBytesView).write(to: folder.url.appending(path: name))
                }
            }
        }
        let choices = LinkPage(
            title: "A & B", body: "C?", choices: [("yes", "Yes"), ("later", "\"Later\"")], language: .english)
        try Data(choices.html.utf8).write(to: folder.url.appending(path: "en~choices.html"))
        // One run of the checker judges all of them: to start it takes as long as some hundred pages.
        let outcome = try await Python.play("html_validity.py", [folder.url.path])
        #expect(outcome.status == 0, "\(outcome.output)")
    }
}
