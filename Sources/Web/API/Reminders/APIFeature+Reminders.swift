package import HTTP

private let remindersChapter = APIChapter(EmbeddedFiles["Reminders/reminders.json"])

extension APIFeature {
    /// Reminders of the diary, and the answers to them.
    package static func reminders(
        in reminders: any ReminderStore, profiles: any ProfileStore, in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: remindersChapter,
            endpoints: ReminderRoutes(
                reminderStore: reminders, profileStore: profiles, environment: environment
            ).endpoints
                + ReminderLinkRoutes(reminderStore: reminders, environment: environment).endpoints)
    }
}
