package import HTTP

private let metricsChapter = APIChapter(EmbeddedFiles["HealthMetrics/metrics.json"])

extension APIFeature {
    /// What was measured of a subscriber, and of each person in care.
    package static func healthMetrics(
        in metrics: any MetricStore, profiles: any ProfileStore, in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: metricsChapter,
            endpoints: MetricRoutes(
                metricStore: metrics, profileStore: profiles, environment: environment
            ).endpoints)
    }
}
