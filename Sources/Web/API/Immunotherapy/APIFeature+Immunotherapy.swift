package import HTTP

private let immunotherapyChapter = APIChapter(EmbeddedFiles["Immunotherapy/immunotherapy.json"])

extension APIFeature {
    /// The immunotherapy of a subscriber, and of each person in care: dosages, doses, and the clinic's own rules.
    package static func immunotherapy(
        in store: any HelpStore, diaries: any DiaryStore, profiles: any ProfileStore,
        attention: AttentionRule, in environment: APIEnvironment
    ) -> APIFeature {
        let doses = DoseRoutes(
            helpStore: store, profileStore: profiles, attention: attention, environment: environment)
        let treatments = TreatmentRoutes(
            helpStore: store, diaryStore: diaries, profileStore: profiles, environment: environment)
        return APIFeature(
            chapter: immunotherapyChapter,
            endpoints: HelpRoutes<DosageDocument>(in: store, environment).endpoints
                + HelpRoutes<ClinicRulesDocument>(in: store, environment).endpoints + doses.endpoints
                + treatments.endpoints)
    }
}
