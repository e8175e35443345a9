import Alerts
import Allergens
import Authentication
import Foundation
import Help
import People
import Storage

/// Fills a database with people who are all reminded in the same minute, each over one webhook.
struct RemindedPeople {
    /// The time between the first plan and its minute, in seconds: enough to write all plans and to start a server.
    private static let lead: TimeInterval = 120
    /// Plans that are on their way to the store at once, which then share commits.
    private static let together = 512

    let database: String
    let port: Int
    let count: Int
    let receivers: Int
    /// Whether they are reminded of a medicine, in place of their diary.
    let isOfMedicine: Bool

    init(_ arguments: Arguments) throws {
        guard let database = arguments.value(of: "--database"), let port = try arguments.number(of: "--port")
        else { throw BenchmarkError("reminders needs --database FILE and --port N") }
        self.database = database
        self.port = port
        count = try arguments.number(of: "--count") ?? 100_000
        receivers = try arguments.number(of: "--receivers") ?? 100
        isOfMedicine = arguments.value(of: "--of") == "medicine"
    }

    /// Fills the database.
    ///
    /// - Returns: When all reminders are due, in seconds since 1970.
    func fill() async throws -> Int {
        let store = try SQLiteStore(path: database, keys: .beside(database))
        let now = Date()
        let accounts = try await store.addAccounts(
            named: (0..<count).map { "reminded-\($0)" }, at: now
        ) { Secret(for: .account($0)).credential }
        try await store.add(
            try accounts.enumerated().map { number, account in
                let address = "http://127.0.0.\(number % receivers + 1):\(port)/ok/\(number)"
                guard let url = URL(string: address)
                else { throw BenchmarkError("the port makes no address") }
                return Channel(
                    account: account,
                    target: .webhook(WebhookTarget(url: url, secrets: [.random()])), created: now)
            })
        let minute = Date(
            timeIntervalSince1970: ((Date().timeIntervalSince1970 + Self.lead) / 60).rounded(.up) * 60)
        let time = LocalTime(at: minute, in: .gmt)
        let plan = ReminderPlan(isOn: true, times: [.init(time)])
        let medicine = Medicine(name: "Cetirizine", form: .tablet, times: [.init(time, amount: "1")])
        for start in stride(from: 0, to: count, by: Self.together) {
            try await withThrowingTaskGroup { group in
                for account in accounts[start..<min(start + Self.together, count)] {
                    group.addTask { [isOfMedicine] in
                        if isOfMedicine {
                            _ = try await store.add(medicine, to: account, at: Date())
                        } else {
                            _ = try await store.keep(plan, of: account, at: Date())
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        guard Date() < minute else { throw BenchmarkError("the plans took longer than their lead") }
        try store.checkpoint()
        return Int(minute.timeIntervalSince1970)
    }
}
