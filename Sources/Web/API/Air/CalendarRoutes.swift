import Allergens
import HTTP
import Hummingbird
import Localisation
import NIOCore
import Observations
import People

/// The calendar of a place.
///
/// Calendar programs send neither credentials nor languages, and keep addresses where others see them. The
/// address therefore holds no secret, only what ``AirRoutes`` answers to everybody: a position, allergens and
/// a language.
struct CalendarRoutes: Sendable {
    let stationStore: any StationStore
    let airSource: any AirSource
    let environment: APIEnvironment

    var endpoints: [Endpoint] { [Endpoint(.get, "/v1/air.ics", .everyone, handler: calendar)] }

    @Sendable private func calendar(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let language = try request.language("language") ?? request.preferredLanguage
        let today = environment.today
        let calendar = AirCalendar(
            position: try request.position(),
            allergens: try request.listedAllergens(in: environment.taxonomy),
            least: try request.level("level") ?? .low,
            words: MessageCatalogue(language, taxonomy: environment.taxonomy),
            publisher: environment.publisher, base: environment.base(of: request), now: environment.now())
        let values = try await airSource.air(at: calendar.position, on: today, today: today)
        var names: [Station.ID: String] = [:]
        for id in Set(values.compactMap(\.station)) { names[id] = try await stationStore.station(id)?.name }
        let text = calendar.document(of: values, from: today, stations: names)
        return request.answer(
            ByteBuffer(string: text), type: ICalendar.mediaType, etag: ContentHash.etag(of: text.utf8)
        ).linking(in: environment).worded(in: language)
    }
}

extension Request {
    /// The allergens in `allergen`, with commas between; a group stands for its members.
    func listedAllergens(in taxonomy: Taxonomy) throws -> AllergenSet {
        guard let text = text("allergen") else { return AllergenSet() }
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return AllergenSet(
            try names.flatMap { name in
                guard let subject = taxonomy.subject(spelled: name) else {
                    throw Problem(
                        .unknownAllergen,
                        errors: [
                            Problem.Detail(parameter: "allergen", detail: Self.unknownAllergen(name))
                        ])
                }
                return taxonomy.allergens(of: subject)
            })
    }

    fileprivate func level(_ name: String) throws -> Level? {
        guard let text = text(name) else { return nil }
        guard let level = Level(rawValue: text), level > .none
        else { throw Problem.parameter(name, "\(name) is low, moderate, high or veryHigh.") }
        return level
    }
}
