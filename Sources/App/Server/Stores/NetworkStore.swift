package import API
package import Alerting
package import Alerts
package import Authentication
package import Delivery
package import HTTP
package import Maps
package import Pulling

/// The store of a running network, whatever database is behind it.
///
/// It asks for nothing itself. It joins the small protocols by which each part says what it needs, beside the code that
/// calls it. Each part is given the store as its own protocol.
package protocol NetworkStore: AlertingStores, DeliveryStores, IdentityStores, MapStores, AccountStores,
    HelpStores, DiaryStores, PublicStores, StudyStores, ServiceStores, MaintainedStores
{}

/// What raises alerts.
package typealias AlertingStores = AlertStore & ReportStore & FenceStore & AlertPreviewStore & InquiryStore
    & ConsentedDataStore

/// What brings alerts, reminders and letters to people, and readings from providers.
package typealias DeliveryStores = LedgerStore & OutboxStore & ChannelStore & AlertRevisionStore & LetterQueue
    & StudyLetterQueue & SendingStore & PullLedger

/// What identifies people.
package typealias IdentityStores = CredentialStore & SessionStore & ExpiryStore

/// What maps are drawn from.
package typealias MapStores = DayValueSource & ModelGridSource & StationSource & StandingAlertSource
    & MapFactSource

/// What people see and keep of their accounts, and what is done about them.
package typealias AccountStores = AccountStore & ProfileStore & PersonStore & InboxStore & OwnFenceStore
    & PersonalRecords & AdministrativeActSource & AnswerStore & MessageStore & GiftStore

/// What people keep for when help is needed.
package typealias HelpStores = HelpStore & ContactStore & DocumentStore & HelpReminderStore & IntakeStore
    & CalendarStore & SharedLinkStore

/// What people note about their days.
package typealias DiaryStores = DiaryStore & ReminderStore & MetricStore & MeasuredAirSource & TripStore

/// What anybody may read of stations, regions, the weather and alerts, and those who look after it.
package typealias PublicStores = StationStore & StationReviewStore & RegionStore & PollutantHourSource
    & WeatherStore & SeasonStore & PublicAlertStore & OwnPartStore & ModerationQueue & DutyStore

/// What experts and researchers write and ask.
package typealias StudyStores = SubmissionStore & PublicationStore & StudyStore & StudyPartStore
    & StudyExportStore

/// What the services and commands of this module do.
package typealias ServiceStores = ImportStore & ExportStore & UploadStore & ModellingStore
    & CommandAccountStore & StationKeyStore & SessionUseStore & ContactMessageQueue & MetricWatchStore

/// What keeps the store itself in order.
package typealias MaintainedStores = MonitoredStore & SealedStore & RetentionStore & FenceOpening
    & ForeignWriteSource & ObservedStore
