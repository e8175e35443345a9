import Allergens
import Forms
import Foundation
import HTTP
import Hummingbird
import NIOCore
import Studies
import StudyExport
import Tables

/// What the data of a study mean, for everybody: as JSON, and as CSV.
struct StudyDictionaryRoutes: Sendable {
    let store: any StudyStore
    let dictionaries: StudyDictionaries

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/studies/{study}/dictionary.json", .everyone, handler: json),
            Endpoint(.get, "/v1/studies/{study}/dictionary.csv", .everyone, handler: csv),
        ]
    }

    @Sendable private func json(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try request.answer(try await dictionary(context))
    }

    @Sendable private func csv(_ request: Request, _ context: BreatheContext) async throws -> Response {
        var pieces = try CSVPieces(try await dictionary(context).table)
        var bytes: [UInt8] = []
        while let piece = try pieces.next() { bytes += piece }
        return request.answer(
            ByteBuffer(bytes: bytes), type: "text/csv; charset=utf-8", etag: ContentHash.etag(of: bytes))
    }

    private func dictionary(_ context: BreatheContext) async throws -> StudyDictionary {
        guard let study = try await store.study(context.study), study.state != .draft,
            let dictionary = try await dictionaries.dictionary(of: study)
        else { throw Problem(.unknownStudy) }
        return dictionary
    }
}

/// Makes the dictionaries of studies from the forms of their published versions.
struct StudyDictionaries: Sendable {
    let forms: PublishedForms
    let taxonomy: Taxonomy

    /// The dictionary of a study; `nil` if nothing is published.
    func dictionary(of study: Study) async throws -> StudyDictionary? {
        guard let latest = study.current?.number else { return nil }
        // Those of one form stand together, in the order in which forms were first published.
        var names: [StudyForm.Name] = []
        var versions: [StudyForm.Name: [(number: Int, form: FormDefinition)]] = [:]
        for number in 1...latest {
            for form in try await forms.forms(number, of: study.id) {
                if versions[form.name] == nil { names.append(form.name) }
                versions[form.name, default: []].append((number, form.form.definition))
            }
        }
        let all = names.flatMap { name in
            (versions[name] ?? []).map { (number: $0.number, name: name.rawValue, form: $0.form) }
        }
        return StudyDictionary(
            versions: all, measures: taxonomy.allergens.compactMap { StudyMeasure($0) })
    }
}
