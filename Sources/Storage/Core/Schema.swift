import GRDB

/// The tables and their migrations; a shipped migration is never edited.
enum Schema {
    /// A migrator without a cipher, for files that hold nothing to be sealed.
    static var migrator: DatabaseMigrator { migrator(sealing: nil) }

    static func migrator(sealing cipher: RowCipher?) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("stations and readings") { try $0.execute(sql: stations) }
        migrator.registerMigration("accounts and credentials") { try $0.execute(sql: accounts) }
        migrator.registerMigration("fences") { try $0.execute(sql: fences) }
        migrator.registerMigration("alerts and ledger") { try $0.execute(sql: alerts) }
        migrator.registerMigration("rules of fences", migrate: giveFencesRules(in:))
        migrator.registerMigration("lineages of alerts") { try $0.execute(sql: revisions) }
        migrator.registerMigration("public places of reports", migrate: forgetPlaces(in:))
        migrator.registerMigration("uploads and revisions") { try $0.execute(sql: uploads) }
        migrator.registerMigration("regions and classes") { try $0.execute(sql: regions) }
        migrator.registerMigration("pulls of feeds") { try $0.execute(sql: feeds) }
        migrator.registerMigration("modelled forecasts") { try $0.execute(sql: modelledForecasts) }
        migrator.registerMigration("gauges of alerts") { try $0.execute(sql: gauges) }
        migrator.registerMigration("suspect hours") { try $0.execute(sql: suspectHours) }
        migrator.registerMigration("ends of keys") { try $0.execute(sql: keyEnds) }
        migrator.registerMigration("modelled forecasts by station") { try $0.execute(sql: modelledByStation) }
        migrator.registerMigration("readings set aside") { try $0.execute(sql: readingsSetAside) }
        migrator.registerMigration("sign-in") { try $0.execute(sql: signIn) }
        migrator.registerMigration("persons") { try $0.execute(sql: persons) }
        migrator.registerMigration("consents and audit") { try $0.execute(sql: privacy) }
        migrator.registerMigration("sealed values") { try SealingMigration($0, cipher).run() }
        migrator.registerMigration("messages") { try $0.execute(sql: messages) }
        migrator.registerMigration("sealed reports") { try sealReports(in: $0, cipher) }
        migrator.registerMigration("promised ends of alerts") { try $0.execute(sql: promisedEnds) }
        migrator.registerMigration("diary") { try $0.execute(sql: diary) }
        migrator.registerMigration("reminders") { try $0.execute(sql: reminders) }
        migrator.registerMigration("notices") { try $0.execute(sql: notices) }
        migrator.registerMigration("shared links") { try $0.execute(sql: sharedLinks) }
        migrator.registerMigration("health metrics") { try $0.execute(sql: healthMetrics) }
        migrator.registerMigration("help") { try $0.execute(sql: help) }
        migrator.registerMigration("documents") { try $0.execute(sql: documents) }
        migrator.registerMigration("handovers") { try $0.execute(sql: handovers) }
        migrator.registerMigration("reminders of help") { try $0.execute(sql: helpReminders) }
        migrator.registerMigration("letters to contacts") { try $0.execute(sql: contacts) }
        migrator.registerMigration("reviews of plans") { try $0.execute(sql: planReviews) }
        migrator.registerMigration("weather") { try $0.execute(sql: weather) }
        migrator.registerMigration("grids of models") { try $0.execute(sql: grids) }
        migrator.registerMigration("weather of modelled forecasts") { try $0.execute(sql: modelledWeather) }
        migrator.registerMigration("decisions taken back") { try $0.execute(sql: decisionsTakenBack) }
        migrator.registerMigration("acts of administrators") { try $0.execute(sql: administrativeActs) }
        migrator.registerMigration("duty of moderators") { try $0.execute(sql: duty) }
        migrator.registerMigration("gifts") { try $0.execute(sql: gifts) }
        migrator.registerMigration("articles of experts") { try $0.execute(sql: submissions) }
        migrator.registerMigration("studies") { try $0.execute(sql: studies) }
        migrator.registerMigration("trips") { try $0.execute(sql: trips) }
        migrator.registerMigration("codes of the weather") { try $0.execute(sql: weatherCodes) }
        migrator.registerMigration("numbers of reports") { try $0.execute(sql: numberedReports) }
        migrator.registerMigration("labels of invitations") { try $0.execute(sql: studyLabels) }
        migrator.registerMigration("results of studies") { try $0.execute(sql: studyResults) }
        migrator.registerMigration("schedules of studies") { try $0.execute(sql: studySchedules) }
        migrator.registerMigration("letters of studies") { try $0.execute(sql: studyLetters) }
        migrator.registerMigration("reminders of studies") { try $0.execute(sql: studyReminders) }
        migrator.registerMigration("messages of studies") { try $0.execute(sql: studyMessages) }
        migrator.registerMigration("files of studies") { try $0.execute(sql: studyFiles) }
        migrator.registerMigration("regions of studies") { try $0.execute(sql: studyRegions) }
        migrator.registerMigration("messages to one person") { try $0.execute(sql: studyPersonMessages) }
        migrator.registerMigration("forms of studies") { try $0.execute(sql: studyForms) }
        migrator.registerMigration("trials of models") { try $0.execute(sql: modelTrials) }
        migrator.registerMigration("days of joining studies") { try $0.execute(sql: studyJoining) }
        migrator.registerMigration("windows of studies") { try $0.execute(sql: studyWindows) }
        return migrator
    }

    /// The layout number of a file without any page from before values were sealed: 1 for what people say of
    /// themselves, 2 for their reports too.
    static let cleanLayout = 2

    /// Refuses a file that our migrations have not made.
    static func checkOrigin(of database: Database) throws {
        guard try !migrator.hasBeenSuperseded(database) else {
            throw DatabaseError(
                resultCode: .SQLITE_SCHEMA,
                message: "the file was written by a newer version of this program, or by another program")
        }
        let isOurs = try database.tableExists("grdb_migrations")
        let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
        guard isOurs || isEmpty else {
            throw DatabaseError(
                resultCode: .SQLITE_SCHEMA, message: "the file holds the database of another program")
        }
    }
}
