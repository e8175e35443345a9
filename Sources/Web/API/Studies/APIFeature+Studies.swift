package import HTTP
package import Site

private let studiesChapter = APIChapter(EmbeddedFiles["Studies/studies.json"])

extension APIFeature {
    /// Studies, for everybody, for researchers, for those who take part, and for administrators.
    ///
    /// Without a mail server (`isMailed`), nobody is invited by mail.
    package static func studies(
        in studies: any StudyStore & StudyExportStore, parts: any StudyPartStore,
        records: any PersonalRecords, guesses: any CodeGuessing, basemap: any BasemapTileSource,
        pages: SitePages, isMailed: Bool,
        in environment: APIEnvironment
    ) -> APIFeature {
        let forms = PublishedForms(studies)
        let dictionaries = StudyDictionaries(forms: forms, taxonomy: environment.taxonomy)
        return APIFeature(
            chapter: studiesChapter,
            endpoints: StudyRoutes(store: studies).endpoints
                + StudyOverviewRoutes(
                    store: studies, personalRecords: records, environment: environment
                ).endpoints
                + InspectedStudyRoutes(
                    store: studies, personalRecords: records, environment: environment
                ).endpoints
                + StudyMetadataRoutes(store: studies, environment: environment).endpoints
                + StudyDictionaryRoutes(store: studies, dictionaries: dictionaries).endpoints
                + StudyQuestionnaireRoutes(
                    store: studies, forms: forms, environment: environment
                ).endpoints
                + StudyResultsRoutes(store: studies).endpoints
                + StudyPageRoutes(
                    store: studies, dictionaries: dictionaries, basemap: basemap, pages: pages,
                    environment: environment
                ).endpoints
                + ResearcherStudyRoutes(store: studies, environment: environment).endpoints
                + StudyFormRoutes(store: studies, environment: environment).endpoints
                + StudyCollectionRoutes(store: studies, environment: environment).endpoints
                + StudyMessageRoutes(store: studies, environment: environment).endpoints
                + StudyLetterRoutes(store: studies, isMailed: isMailed, environment: environment).endpoints
                + StudyExportRoutes(store: studies, environment: environment).endpoints
                + ParticipantRoutes(
                    studies: studies, store: parts, forms: forms, guesses: guesses, environment: environment
                ).endpoints
                + StudyDueRoutes(store: parts, environment: environment).endpoints
                + StudyReminderRoutes(store: parts, environment: environment).endpoints
                + ConsentPaperRoutes(studies: studies, store: parts, environment: environment).endpoints)
    }
}
