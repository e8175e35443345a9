import Allergens
import Foundation
import SampleTesting
import Testing

/// What the expert writes, and what the account says of it as a reviewer.
extension FilledNetwork {
    /// An article that is published with a correction, one that waits with a remark, one that was returned, and a draft;
    /// the first and the last have a picture.
    func write() async throws {
        try await publishWithCorrection()
        try await remark(on: try await submit(try await begin("Plane trees in town")))
        let returned = try await submit(try await begin("Mugwort on building sites"))
        try await remark(on: returned)
        try await review(returned, "acts", #"{"act":"return"}"#)
        try await addPicture(to: try await begin("Hazel in January"))
    }

    private func publishWithCorrection() async throws {
        let id = try await begin("Birch and apples")
        try await addPicture(to: id)
        try await remark(on: try await submit(id))
        for act in ["accept", "publish"] { try await review(id, "acts", #"{"act":"\#(act)"}"#) }
        try await act(#"{"act":"correct","correction":"Pears are named, too."}"#, on: id)
        let kept = try await service.get("/v1/me/articles/\(id)", bearer: expert)
        let corrected = try await service.send(
            "PUT", "/v1/me/articles/\(id)", body: Array(manuscript("Birch and apples", "Pears, too.").utf8),
            type: "application/json", bearer: expert, headers: ["If-Match": try #require(kept.etag)])
        #expect(corrected.status == 200, "\(corrected.text)")
        _ = try await submit(id)
        for act in ["accept", "publish"] { try await review(id, "acts", #"{"act":"\#(act)"}"#) }
    }

    private func begin(_ title: String) async throws -> String {
        let begun = try await service.post("/v1/me/articles", manuscript(title, ""), bearer: expert)
        #expect(begun.status == 201, "\(begun.text)")
        return try #require(begun.json["article"]["id"].text)
    }

    /// A complete article in two languages, with a heading, a list and a link.
    private func manuscript(_ title: String, _ more: String) -> String {
        let texts = [("en", "Seen on [the map](/places)"), ("de", "Auf [der Karte](/places)")].map {
            language, words in
            #"{"language":"\#(language)","title":"\#(title)","summary":"What \#(title) mean.","#
                + #""body":"The proteins are alike [1]. \#(more)\n\n## Where\n\n- Hazel\n- Birch\n\n\#(words).","#
                + #""alternative":"The colours of a map"}"#
        }
        return #"{"texts":[\#(texts.joined(separator: ","))],"keywords":["pollen"],"sources":["#
            + #"{"title":"Pollen-food allergy","publisher":"Journal","url":"https://doi.org/10.1000/1","#
            + #""date":"2024"}],"#
            + #""reviewAgain":"\#(today.adding(days: 365))","byline":"Dr. Eva Weber","keepsByline":false}"#
    }

    /// Gives an article that has not changed since it was begun a picture.
    private func addPicture(to id: String) async throws {
        let legend = try await service.get("/tiles/birch/legend.png")
        let kept = try await service.send(
            "PUT", "/v1/me/articles/\(id)/picture", body: legend.bytes, type: "image/png", bearer: expert,
            headers: ["If-Match": "\"1\""])
        #expect(kept.status == 204, "\(kept.text)")
    }

    private func submit(_ id: String) async throws -> String {
        try await act(#"{"act":"submit"}"#, on: id)
        return id
    }

    private func act(_ act: String, on id: String) async throws {
        let done = try await service.post("/v1/me/articles/\(id)/acts", act, bearer: expert)
        #expect(done.status == 201, "\(done.text)")
    }

    private func remark(on id: String) async throws {
        try await review(
            id, "remarks",
            #"{"language":"en","paragraph":1,"quote":"The proteins are alike","text":"Which proteins?"}"#)
    }

    private func review(_ id: String, _ part: String, _ body: String) async throws {
        let done = try await service.post("/v1/review/articles/\(id)/\(part)", body, bearer: account)
        #expect(done.status == 201, "\(done.text)")
    }
}
