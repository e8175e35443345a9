import Foundation
import HTTP
import Hummingbird
import People
import Zipping

/// Everything stored about an account, for its owner to download (GDPR, articles 15 and 20).
///
/// The JSON files contain the answers of the routes, with all pages joined. Tables are also included as CSV.
/// The data of each person under the account are in a folder of their own. Left out are secrets, which are
/// only stored as hashes; counts that only serve rate limits; and the state that keeps alerts from being
/// raised twice.
struct PersonalExport {
    let account: Account.ID
    let sources: Sources
    private let folder: ScratchFolder
    private var entries: [(name: String, file: URL)] = []

    init(of account: Account.ID, from sources: Sources) throws {
        self.account = account
        self.sources = sources
        folder = try ScratchFolder()
    }

    /// The sources of an export's parts.
    struct Sources: Sendable {
        let personalRecords: any PersonalRecords
        let personStore: any PersonStore
        let profileStore: any ProfileStore
        let fenceStore: any OwnFenceStore
        let diaryStore: any DiaryStore
        let metricStore: any MetricStore
        let reminderStore: any ReminderStore
        let linkStore: any SharedLinkStore
        let helpStore: any HelpStore
        let documentStore: any DocumentStore
        let tripStore: any TripStore
        let submissionStore: any SubmissionStore
        let studyStore: any StudyStore & StudyPartStore
        let inboxStore: any InboxStore
        let channels: any ChannelManaging
        let messageStore: any MessageStore
        let signInService: any SigningIn
        let environment: APIEnvironment
    }

    /// A zip file, which is deleted once its body is made, or with the last reference to this.
    struct Result: Sendable {
        fileprivate let folder: ScratchFolder
        fileprivate let file: URL

        /// The file's bytes, streamed in pieces.
        var body: ResponseBody { get throws { try folder.body(of: file) } }
    }

    /// Collects everything and packs it.
    consuming func zipped() async throws -> Result {
        let persons = try await sources.personStore.persons(of: account)
        try await addAccount()
        try await addWays()
        try await addPerson(account, in: "")
        try add("persons", persons.map(PersonAnswer.init))
        for person in persons {
            try await addPerson(person.account, in: "persons/\(person.id.rawValue)/")
        }
        try await addInbox(of: persons)
        try await addReports(persons)
        try await addOpinions()
        try await addArticles()
        try await addStudies()
        try await addRecords()
        let file = folder.url.appending(path: "breathe-easy.zip")
        let writer = try ZipWriter(to: file)
        for entry in entries { try writer.add(entry.file, as: entry.name) }
        try writer.close()
        return Result(folder: folder, file: file)
    }

    mutating func add(_ name: String, _ bytes: Data) throws {
        let file = folder.url.appending(path: "\(entries.count)")
        try bytes.write(to: file)
        entries.append((name, file))
    }

    mutating func add(_ name: String, _ value: some Encodable) throws {
        try add("\(name).json", JSON.encoder.encode(value))
    }

    mutating func add<Item>(
        _ name: String, _ items: [Item], columns: [String], _ row: (Item) -> [String?]
    ) throws {
        var table = CSVTable(columns: columns)
        for item in items { table.add(row(item)) }
        try add("\(name).csv", Data(table.text.utf8))
    }

    /// All pages of a list, joined.
    func all<Item>(
        from start: Int64, pageSize: Int, _ page: (Int64) async throws -> [Item], next: (Item) -> Int64
    ) async throws -> [Item] {
        var items: [Item] = []
        var place = start
        while true {
            let page = try await page(place)
            items += page
            guard page.count == pageSize, let last = page.last else { return items }
            place = next(last)
        }
    }
}
