package import HTTP

private let actionPlanChapter = APIChapter(EmbeddedFiles["ActionPlan/action-plan.json"])

extension APIFeature {
    /// The action plan of a subscriber, and of each person in care.
    package static func actionPlan(in store: any HelpStore, in environment: APIEnvironment) -> APIFeature {
        APIFeature(
            chapter: actionPlanChapter,
            endpoints: ActionPlanRoutes(helpStore: store, environment: environment).endpoints)
    }
}
