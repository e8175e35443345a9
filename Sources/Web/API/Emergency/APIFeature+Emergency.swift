package import HTTP
package import Site

private let emergencyChapter = APIChapter(EmbeddedFiles["Emergency/emergency.json"])

extension APIFeature {
    /// The numbers to call in an emergency.
    package static func emergency(_ numbers: EmergencyNumbers, in environment: APIEnvironment) -> APIFeature {
        APIFeature(
            chapter: emergencyChapter,
            endpoints: EmergencyRoutes(numbers: numbers, environment: environment).endpoints)
    }
}
