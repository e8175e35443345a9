package import HTTP
package import Trips

private let stopsChapter = APIChapter(EmbeddedFiles["Stops/stops.json"])

extension APIFeature {
    /// Stations and airports; `credits` says whom to name for them.
    package static func stops(of table: StopTable, credits: [String]) -> APIFeature {
        APIFeature(chapter: stopsChapter, endpoints: StopRoutes(table: table, credits: credits).endpoints)
    }
}
