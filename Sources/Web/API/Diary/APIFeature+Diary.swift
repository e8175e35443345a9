package import HTTP

private let diaryChapter = APIChapter(EmbeddedFiles["Diary/diary.json"])

extension APIFeature {
    /// The diary of a subscriber, and of each person in care.
    package static func diary(
        in diaries: any DiaryStore, profiles: any ProfileStore, fences: any OwnFenceStore,
        air: any MeasuredAirSource, metrics: any MetricStore, records: any HelpStore,
        attention: AttentionRule,
        in environment: APIEnvironment
    ) -> APIFeature {
        let keeping = DiaryRoutes(
            diaryStore: diaries, profileStore: profiles, attention: attention, environment: environment)
        let lookingBack = LookBackRoutes(
            diaryStore: diaries, profileStore: profiles, fenceStore: fences, measuredAir: air,
            environment: environment)
        let summaries = SummaryRoutes(
            diaryStore: diaries, metricStore: metrics, profileStore: profiles, fenceStore: fences,
            helpStore: records, measuredAir: air, environment: environment)
        return APIFeature(
            chapter: diaryChapter,
            endpoints: lookingBack.endpoints + summaries.endpoints + keeping.endpoints)
    }
}
