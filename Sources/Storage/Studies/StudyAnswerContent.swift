import Crypto
import Forms
import Foundation
import Geography
import Studies

/// The sealed part of a row of `studyAnswer`, as JSON.
struct StudyAnswerContent: Codable {
    /// The grid on which researchers see places, in degrees, and on which they are kept where answers belong to
    /// nobody: some 11 km.
    ///
    /// A finer cell with a day could tell who it was.
    static let wideGrid = 0.1
    /// The grid otherwise, that of reports: some 1.1 km.
    static let grid = 0.01

    /// Milliseconds since 1970; missing where answers belong to nobody.
    let given: Int?
    let longitude: Double?
    let latitude: Double?
    let answers: FormAnswers

    init(_ draft: StudyAnswerDraft, mode: Study.Mode) {
        let cell = draft.place?.snapped(toGridOf: mode == .linked ? Self.grid : Self.wideGrid)
        given = mode == .linked ? draft.moment.milliseconds : nil
        (longitude, latitude, answers) = (cell?.longitude, cell?.latitude, draft.answers)
    }

    var cell: Coordinate? {
        guard let longitude, let latitude else { return nil }
        return Coordinate(longitude: longitude, latitude: latitude)
    }
}

/// Lets somebody answer a form once a day, or once in each window of it, without telling who it is, once the key is gone.
enum BlindToken {
    static func of(
        _ account: Int64, on day: Int, to form: StudyForm.Name, _ window: Int?, under key: Data
    ) -> Data {
        var text = "\(account) \(day)"
        // Tokens from before there were several forms have no name in them.
        if form != .main || window != nil { text += " \(form.rawValue)" }
        if let window { text += " \(window)" }
        let code = HMAC<SHA256>.authenticationCode(
            for: Data(text.utf8), using: SymmetricKey(data: key))
        return Data(code)
    }

    static func newKey() -> Data { SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) } }
}
