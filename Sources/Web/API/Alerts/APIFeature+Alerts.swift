package import HTTP

private let alertsChapter = APIChapter(EmbeddedFiles["Alerts/alerts.json"])

extension APIFeature {
    /// The public alerts: GeoJSON, Atom and CAP.
    package static func alerts(
        in alerts: any PublicAlertStore,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: alertsChapter,
            endpoints: PublicAlertRoutes(alertStore: alerts, environment: environment).endpoints)
    }
}
