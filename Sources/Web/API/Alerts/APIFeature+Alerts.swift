package import HTTP
package import Signing

private let alertsChapter = APIChapter(EmbeddedFiles["Alerts/alerts.json"])

extension APIFeature {
    /// The public alerts: GeoJSON, Atom and CAP, which is signed where there is a signer.
    package static func alerts(
        in alerts: any PublicAlertStore, signedBy signer: XMLSigner?,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: alertsChapter,
            endpoints: PublicAlertRoutes(alertStore: alerts, signer: signer, environment: environment)
                .endpoints)
    }
}
