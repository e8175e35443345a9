package import HTTP

extension APIFeature {
    /// The public alerts: GeoJSON, Atom and CAP.
    package static func alerts(
        in alerts: any PublicAlertStore,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: APIChapter(EmbeddedFiles["Alerts/alerts.json"]),
            endpoints: PublicAlertRoutes(alertStore: alerts, environment: environment).endpoints)
    }
}
