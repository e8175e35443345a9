package import HTTP

private let helpRemindersChapter = APIChapter(EmbeddedFiles["HelpReminders/help-reminders.json"])

extension APIFeature {
    /// Reminders of what people keep, and when the dose of a day is asked for.
    package static func helpReminders(
        in reminders: any HelpReminderStore, records: any HelpStore, in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: helpRemindersChapter,
            endpoints: HelpReminderRoutes(reminderStore: reminders, environment: environment).endpoints
                + HelpReminderLinkRoutes(reminderStore: reminders, environment: environment).endpoints
                + HelpRoutes<DoseReminderDocument>(in: records, environment).endpoints)
    }
}
