import Foundation
import SampleTesting
import Testing

/// Leads a study and takes part in it, with one account that does research.
struct StudyVisit {
    let service: RunningService
    let token: String

    static let study = """
        {"title":{"en":"Hay fever"},"purpose":{"en":"To learn"},"contact":{"en":"A clinic"},
         "consent":{"en":"I have read it."},"mode":"linked","begin":"2020-01-01","end":"2100-01-01"}
        """
    static let agreement = #"{"version":1,"language":"en","agreed":[]}"#

    /// An answer of the present day.
    static var answer: String {
        """
        {"version":1,"at":"\(Date().formatted(.iso8601))",
         "answers":{"nose":"2","eyes":"1","throat":"0","ears":"0"}}
        """
    }

    /// Opens a study and joins it under a name.
    ///
    /// - Returns: The identifier of the study.
    func joined(as name: String) async throws -> String {
        let begun = try await done("POST", "/v1/research/studies", Array(Self.study.utf8))
        let id = try #require(begun.json["study"]["id"].text)
        let path = "/v1/research/studies/\(id)"
        let form = repository.appending(path: "Tests/Workbooks/hay-fever-day.xlsx")
        try await done("PUT", "\(path)/form", Array(try Data(contentsOf: form)), type: "application/zip")
        for act in ["publish", "open"] {
            try await done("POST", "\(path)/acts", Array(#"{"act":"\#(act)"}"#.utf8))
        }
        let codes = try await done("POST", "\(path)/invitations", Array(#"{"count":1}"#.utf8))
        let code = try #require(codes.json["codes"].elements.first?.text)
        let joining = #"{"code":"\#(code)","name":"\#(name)","# + Self.agreement.dropFirst()
        try await done("POST", "/v1/me/studies", Array(joining.utf8))
        return id
    }

    /// Writes a message to the pseudonym of the account.
    func writeToThemselves(in study: String, _ words: String) async throws {
        let parts = try await service.get("/v1/me/studies", bearer: token).json["studies"].elements
        let pseudonym = try #require(parts.first { $0["study"]["id"].text == study }?["pseudonym"].text)
        try await done(
            "POST", "/v1/research/studies/\(study)/messages",
            Array(#"{"words":{"en":"\#(words)"},"to":"\#(pseudonym)"}"#.utf8))
    }

    @discardableResult
    func done(
        _ method: String, _ path: String, _ body: [UInt8], type: String = "application/json"
    ) async throws -> Answer {
        let answer = try await service.send(method, path, body: body, type: type, bearer: token)
        #expect((200..<300).contains(answer.status), "\(method) \(path): \(answer.text)")
        return answer
    }
}
