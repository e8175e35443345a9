import API
import Alerting
import Alerts
import Allergens
import Authentication
import Delivery
package import Foundation
import HTTP
import Mail
import Maps
import Observations
import People
import Pulling
import Storage

// What the layers ask for by protocol, and who provides it. A protocol here keeps a layer from knowing the
// one that provides; the article Architecture lists each with its reason.

extension SQLiteStore: StationStore, StationReviewStore, RegionStore, PollutantHourSource,
    PublicAlertStore, OwnPartStore, ModerationQueue, DutyStore, AdministrativeActSource,
    ProfileStore, InboxStore, PersonStore, AccountStore, OwnFenceStore, PersonalRecords, MessageStore,
    AnswerStore, DiaryStore, MeasuredAirSource, ReminderStore, SharedLinkStore, MetricStore, HelpStore,
    DocumentStore, HelpReminderStore, IntakeStore, CalendarStore, ContactStore,
    WeatherStore, SeasonStore, SubmissionStore
{}

extension SQLiteStore: DayValueSource, ModelGridSource, InquiryStore, AlertPreviewStore, StationSource,
    StandingAlertSource,
    CredentialStore, LedgerStore, FenceStore, OutboxStore, ChannelStore, AlertRevisionStore,
    ConsentedDataStore, SessionStore, GiftStore
{}

extension ReminderLedger: OutboxStore {}
extension HelpReminderLedger: OutboxStore {}
extension NoticeLedger: OutboxStore {}
extension SQLiteStore: LetterQueue {}
extension SQLiteLoginStore: LoginStore {}
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

extension SignInService: SigningIn {
    /// Whether a text is a valid e-mail address.
    package func isAddress(_ text: String) -> Bool { MailAddress(text) != nil }

    /// Makes a portrait of an uploaded picture.
    package func portrait(from file: Data) async throws -> Data {
        try await PortraitService.shared.portrait(of: file)
    }
}

extension PortraitService: PictureCleaning {}

extension LiveFeed: LiveStreams {}
extension LiveStream: EventStream {
    func begin(on connection: EventConnection) { begin(on: connection as any LiveSink) }
    func begin(on connection: PipelinedEvents) { begin(on: connection as any LiveSink) }
}
extension EventConnection: LiveSink {}
extension PipelinedEvents: LiveSink {}
