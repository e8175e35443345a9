import Allergens
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import People
import Studies
import StudyExport
import Tables
import Zipping

/// What leaves of a study, for its owners and analysts to download.
///
/// A file is written before the first byte of it is sent: a slow client does not hold the snapshot from which it is
/// read, and a failure is answered as one. It holds one of the store's few connections for reading while it is made,
/// for up to a minute, so one file is made at a time. An account has one file at a time until it is sent.
struct StudyExportRoutes: Sendable {
    let store: any StudyExportStore
    let environment: APIEnvironment
    private let making = InFlightRequests(most: 1)
    private let files = InFlightRequests()

    /// Seconds after which another attempt is worth it: few studies take longer.
    private static let pause = 10

    var endpoints: [Endpoint] {
        StudyFile.allCases.map { file in
            Endpoint(.get, "\(ResearcherStudyRoutes.one)/\(file.rawValue)", .researcher) { request, context in
                try await export(file, request, context)
            }
        }
    }

    private func export(
        _ file: StudyFile, _ request: Request, _ context: BreatheContext
    ) async throws -> Response {
        let wish = try request.studyExportWish(hasAnswers: file.hasAnswers, in: environment.taxonomy)
        guard let turn = files.turn(of: context.account)
        else { throw Self.busy("Another file of a study is being made or sent for this account.") }
        let folder = try ScratchFolder()
        let (url, home) = (folder.url.appending(path: "study"), "\(environment.base(of: request))/fhir")
        let now = environment.now()
        try await make(wish, context, at: now) { export, participation in
            try file.write(export, participation, to: url, home: home, at: now)
            return try file.taken(from: export, at: url)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: file.mediaType, .cacheControl: Freshness.personal,
                .contentDisposition: "attachment; filename=\"\(file.name(on: environment.today))\"",
            ], body: try folder.body(of: url, during: turn))
    }

    private func make(
        _ wish: StudyExportWish, _ context: BreatheContext, at now: Date,
        _ write: @escaping @Sendable (StudyExport, [WeeklyStatus]) throws -> TakenStudyFile?
    ) async throws {
        guard making.begin(context.account)
        else { throw Self.busy("A file of a study is being made for somebody else.") }
        defer { making.end(context.account) }
        try await Self.explained {
            try await store.export(
                context.study, by: context.account, wish, at: now, write)
        }
    }

    private static func busy(_ detail: String) -> Problem {
        var problem = Problem(.busy, detail)
        problem.headers[.retryAfter] = "\(pause)"
        return problem
    }

    private static func explained(_ act: () async throws -> Void) async throws {
        do {
            try await Problem.study(act)
        } catch let failure as TableFailure {
            throw Problem(.exportTooLarge, "\(failure). \(advice)")
        } catch let failure as ZipFailure {
            throw Problem(.exportTooLarge, "The file could not be written: \(failure.reason). \(advice)")
        }
    }

    private static let advice = "Ask for fewer allergens, or for fewer days before."
}

extension Request {
    /// - Throws: A ``Problem`` that names the parameter.
    fileprivate func studyExportWish(hasAnswers: Bool, in taxonomy: Taxonomy) throws -> StudyExportWish {
        let lags = try text("lags").map { text in
            guard let number = Int(text), StudyExportWish.lags.contains(number)
            else { throw Problem.parameter("lags", "lags is a whole number from 0 to 7.") }
            return number
        }
        let linkage = try text("pseudonyms").map { text in
            guard let linkage = AnonymityPolicy.Linkage(rawValue: text)
            else { throw Problem.parameter("pseudonyms", "pseudonyms is month or study.") }
            return linkage
        }
        let allergens = try listedAllergens(in: taxonomy)
        return StudyExportWish(
            lags: lags ?? 0, linkage: linkage ?? .month, includesFreeText: try flag("words"),
            allergens: allergens.isEmpty ? nil : allergens, hasAnswers: hasAnswers)
    }
}
