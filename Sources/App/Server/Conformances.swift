import API
import Alerting
package import Alerts
import Allergens
import Authentication
package import Delivery
package import Foundation
import HTTP
package import Help
import Mail
import Maps
import Observations
import People
import Pulling
import Storage

// What the layers ask for by protocol, and who provides it. A protocol here keeps a layer from knowing the
// one that provides; the article Architecture lists each with its reason.

extension SQLiteStore: StoreFile {
    package var freeSpace: Int? { files.freeSpace }
    package var lastBackup: Date? { files.lastBackup }
}

extension PostgreSQLStore: NetworkStore {}

extension SQLiteStore {
    package var finding: StoreFailure.Finding? { health.finding }
    package var failureCounts: [StoreFailure: Int] { health.failures }
    package var size: Int { files.size }
}

extension RowStore {
    package func reminderQueue(started: Date) -> any OutboxStore { ReminderLedger(self, started: started) }

    package func helpReminderQueue(
        started: Date, offering features: Set<HelpFeature>
    ) -> any OutboxStore {
        HelpReminderLedger(self, started: started, offering: features)
    }

    package func studyReminderQueue(started: Date) -> any OutboxStore {
        StudyReminderLedger(self, started: started)
    }

    package func noticeQueue(started: Date) -> any OutboxStore { NoticeLedger(self, started: started) }
}

extension ReminderLedger: OutboxStore {}
extension HelpReminderLedger: OutboxStore {}
extension StudyReminderLedger: OutboxStore {}
extension NoticeLedger: OutboxStore {}
extension RowLoginStore: LoginStore {}
extension AccountMailer: AccountMailing {}
extension Authenticator: Authenticating {}
extension ReadingService: ReadingDeciding {}
extension ReportService: ReportIntake {}
extension FenceService: FenceIntake {}
extension AlertPreviewService: AlertPreviewing {}
extension AccountService: AccountClosing {}
extension ConsentService: ConsentWithdrawing {}
extension ChannelService: ChannelManaging {}
extension AirService: AirSource {}
extension StationKeyService: StationKeyIssuing {}
extension FeedOverview: FeedHealthSource {}
extension CodeGuesses: CodeGuessing {}

extension SignInService: SigningIn {
    /// Whether a text is a valid e-mail address.
    package func isAddress(_ text: String) -> Bool { MailAddress(text) != nil }

    /// Makes a portrait of an uploaded picture.
    package func portrait(from file: Data) async throws -> Data {
        try await PortraitService.shared.portrait(of: file)
    }
}

extension PortraitService: PictureCleaning {}
extension PortraitService: PictureScaling {}

extension LiveFeed: LiveStreams {}
extension LiveStream: EventStream {
    func begin(on connection: EventConnection) { begin(on: connection as any LiveSink) }
    func begin(on connection: PipelinedEvents) { begin(on: connection as any LiveSink) }
}
extension EventConnection: LiveSink {}
extension PipelinedEvents: LiveSink {}
