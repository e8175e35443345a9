package import HTTP

private let medicinesChapter = APIChapter(EmbeddedFiles["Medicines/medicines.json"])

extension APIFeature {
    /// The medicines and appointments of a subscriber and of each person in care, and what became of them.
    package static func medicines(
        in records: any HelpStore, intakes: any IntakeStore, calendars: any CalendarStore,
        profiles: any ProfileStore,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: medicinesChapter,
            endpoints: HelpRoutes<MedicineDocument>(in: records, environment).endpoints
                + HelpRoutes<AppointmentDocument>(in: records, environment).endpoints
                + IntakeRoutes(
                    intakeStore: intakes, helpStore: records, profileStore: profiles, environment: environment
                ).endpoints
                + PlanCalendarRoutes(calendarStore: calendars, environment: environment).endpoints)
    }
}
