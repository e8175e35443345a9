package import HTTPTypes

/// Every failure that a client can see, with its permanent type (RFC 9457).
package enum ProblemKind: String, CaseIterable, Sendable {
    case malformedRequest = "malformed-request"
    case invalidParameter = "invalid-parameter"
    case invalidJSON = "invalid-json"
    case invalidArea = "invalid-area"
    case invalidFence = "invalid-fence"
    case fenceTooWide = "fence-too-wide"
    case invalidProfile = "invalid-profile"
    case invalidPerson = "invalid-person"
    case invalidQuiz = "invalid-quiz"
    case invalidDiary = "invalid-diary"
    case invalidReport = "invalid-report"
    case invalidChannel = "invalid-channel"
    case invalidDecision = "invalid-decision"
    case invalidKey = "invalid-key"
    case invalidConsent = "invalid-consent"
    case invalidMessage = "invalid-message"
    case unknownMessage = "unknown-message"
    case unreadableFile = "unreadable-file"
    case rowsRejected = "rows-rejected"
    case unknownKey = "unknown-key"
    case tooManyKeys = "too-many-keys"
    case lastKey = "last-key"
    case unknownAllergen = "unknown-allergen"
    case unconfirmed = "unconfirmed"
    case unauthorized = "unauthorized"
    case forbidden = "forbidden"
    case consentRequired = "consent-required"
    case unknownLayer = "unknown-layer"
    case tileOutOfRange = "tile-out-of-range"
    case noBasemap = "no-basemap"
    case unknownCollection = "unknown-collection"
    case unknownStation = "unknown-station"
    case unknownRegion = "unknown-region"
    case unknownPlace = "unknown-place"
    case unknownArticle = "unknown-article"
    case unknownFence = "unknown-fence"
    case unknownAlert = "unknown-alert"
    case unknownEntry = "unknown-entry"
    case unknownPerson = "unknown-person"
    case unknownDiaryEntry = "unknown-diary-entry"
    case diaryTooLate = "diary-too-late"
    case diaryEntryDeleted = "diary-entry-deleted"
    case invalidReminders = "invalid-reminders"
    case unknownReminder = "unknown-reminder"
    case reminderOver = "reminder-over"
    case invalidMetrics = "invalid-metrics"
    case unknownMetric = "unknown-metric"
    case invalidRecord = "invalid-record"
    case unknownRecord = "unknown-record"
    case tooManyRecords = "too-many-records"
    case knownRecord = "known-record"
    case invalidDocument = "invalid-document"
    case documentsFull = "documents-full"
    case invalidLink = "invalid-link"
    case unknownLink = "unknown-link"
    case wrongPasscode = "wrong-passcode"
    case tooManyLinks = "too-many-links"
    case notReported = "not-reported"
    case alertOver = "alert-over"
    case ownAlert = "own-alert"
    case notOwnAlert = "not-own-alert"
    case notOwnDecision = "not-own-decision"
    case duplicateReport = "duplicate-report"
    case implausibleReport = "implausible-report"
    case tooFarAway = "too-far-away"
    case tooManyReports = "too-many-reports"
    case tooManyConfirmations = "too-many-confirmations"
    case tooManyFlags = "too-many-flags"
    case unknownChannel = "unknown-channel"
    case unknownProblem = "unknown-problem"
    case unknownPurpose = "unknown-purpose"
    case tooManyFences = "too-many-fences"
    case tooManyPersons = "too-many-persons"
    case knownPerson = "known-person"
    case tooManyStreams = "too-many-streams"
    case tooManyChannels = "too-many-channels"
    case knownChannel = "known-channel"
    case unconfirmedChannel = "unconfirmed-channel"
    case noSecret = "no-secret"
    case notDeliverable = "not-deliverable"
    case tooManyMessages = "too-many-messages"
    case tooManyRequests = "too-many-requests"
    case contentTooLarge = "content-too-large"
    case targetTooLong = "target-too-long"
    case headTooLarge = "head-too-large"
    case tooManyConnections = "too-many-connections"
    case unsupportedMediaType = "unsupported-media-type"
    case unknownProvider = "unknown-provider"
    case unknownIdentity = "unknown-identity"
    case staleSignIn = "stale-sign-in"
    case signInDenied = "sign-in-denied"
    case providerFailed = "provider-failed"
    case keyInUse = "idempotency-key-in-use"
    case keyReused = "idempotency-key-reused"
    case secretInAddress = "secret-in-address"
    case forgedRequest = "forged-request"
    case insecureTransport = "insecure-transport"
    case invalidAccount = "invalid-account"
    case invalidPassword = "invalid-password"
    case nameTaken = "name-taken"
    case identityTaken = "identity-taken"
    case voidLink = "void-link"
    case wrongPassword = "wrong-password"
    case tooManyFailures = "too-many-failures"
    case noMail = "no-mail"
    case lastWayIn = "last-way-in"
    case tooManyTokens = "too-many-tokens"
    case unknownToken = "unknown-token"
    case unknownSession = "unknown-session"
    case unknownAccount = "unknown-account"
    case unknownRole = "unknown-role"
    case unknownPicture = "unknown-picture"
    case invalidPicture = "invalid-picture"
    case notOffered = "not-offered"
    case notReady = "not-ready"
    case storageFull = "storage-full"
    case storageUnavailable = "storage-unavailable"
    case busy
    case tooSlow = "too-slow"

    package var status: HTTPResponse.Status {
        switch self {
        case .malformedRequest, .invalidParameter, .invalidJSON, .invalidArea, .invalidFence,
            .invalidProfile, .invalidPerson, .invalidQuiz, .invalidDiary, .invalidReminders, .invalidLink,
            .invalidMetrics, .invalidRecord, .invalidDocument,
            .invalidReport,
            .invalidChannel,
            .invalidDecision, .invalidKey, .unreadableFile,
            .unknownAllergen, .unconfirmed, .secretInAddress, .invalidAccount, .invalidPassword,
            .invalidPicture, .invalidConsent, .invalidMessage:
            .badRequest
        case .unauthorized, .wrongPasscode: .unauthorized
        case .staleSignIn: .badRequest
        case .providerFailed: .badGateway
        case .unknownProvider, .unknownIdentity: .notFound
        case .signInDenied: .forbidden
        case .forbidden, .ownAlert, .notOwnAlert, .forgedRequest, .insecureTransport, .wrongPassword,
            .consentRequired:
            .forbidden
        case .unknownLayer, .tileOutOfRange, .noBasemap, .unknownCollection, .unknownStation, .unknownRegion,
            .unknownPlace, .unknownArticle,
            .unknownFence, .unknownPerson, .unknownAlert, .unknownEntry, .unknownChannel, .unknownProblem,
            .unknownKey,
            .voidLink, .unknownToken, .unknownSession, .unknownAccount, .unknownRole, .unknownPicture,
            .unknownPurpose, .unknownMessage, .unknownDiaryEntry, .unknownReminder,
            .unknownLink, .unknownMetric, .unknownRecord, .notOffered:
            .notFound
        case .tooManyFences, .tooManyPersons, .knownPerson, .tooManyChannels,
            .knownChannel, .unconfirmedChannel, .noSecret, .notDeliverable,
            .keyInUse, .notReported, .alertOver, .duplicateReport, .tooManyKeys, .lastKey, .nameTaken,
            .identityTaken, .noMail, .lastWayIn, .tooManyTokens, .diaryTooLate, .diaryEntryDeleted,
            .reminderOver, .tooManyLinks, .tooManyRecords, .knownRecord, .documentsFull, .notOwnDecision:
            .conflict
        case .tooManyStreams, .tooManyReports, .tooManyConfirmations, .tooManyFlags, .tooManyMessages,
            .tooManyRequests, .tooManyFailures, .tooManyConnections:
            .tooManyRequests
        case .contentTooLarge: .contentTooLarge
        case .targetTooLong: .uriTooLong
        case .headTooLarge: .requestHeaderFieldsTooLarge
        case .unsupportedMediaType: .unsupportedMediaType
        case .keyReused, .fenceTooWide, .implausibleReport, .tooFarAway, .rowsRejected: .unprocessableContent
        case .storageFull: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
        case .notReady, .busy, .storageUnavailable: .serviceUnavailable
        case .tooSlow: .requestTimeout
        }
    }

    /// The title, which is the same for every occurrence, as RFC 9457 asks.
    package var title: String {
        switch self {
        case .malformedRequest: "The request cannot be read"
        case .invalidParameter: "A parameter has a value that is not allowed"
        case .invalidJSON: "The body is not the JSON document that is needed here"
        case .invalidArea: "The area cannot be used"
        case .invalidFence: "The fence cannot be used"
        case .fenceTooWide: "More lies around the fence than can be looked through"
        case .invalidProfile: "The profile cannot be used"
        case .invalidPerson: "The details of the person are not valid"
        case .invalidQuiz: "The answers cannot be used"
        case .invalidReminders: "The reminders cannot be used as they are"
        case .unknownReminder: "There is no such reminder, or the link to it is not valid"
        case .wrongPasscode: "The passcode is wrong"
        case .invalidMetrics: "The health values cannot be used as they are"
        case .unknownMetric: "Nothing of the kind was measured on that day"
        case .invalidRecord: "The record cannot be used as it is"
        case .unknownRecord: "You keep no such record"
        case .notOffered: "Whoever operates this service does not offer this part of help at hand"
        case .invalidDocument: "The file cannot be kept"
        case .documentsFull: "There is no room left for this document"
        case .tooManyRecords: "You keep the largest number of these records"
        case .knownRecord: "You already keep a record of the same"
        case .invalidLink: "The link cannot be used as it is"
        case .unknownLink: "There is no such link, or it can no longer be opened"
        case .tooManyLinks: "You already have 20 open links"
        case .reminderOver: "The day of this reminder is over"
        case .invalidDiary: "What is said of the day cannot be used"
        case .invalidReport: "The report cannot be used"
        case .invalidChannel: "The channel cannot be used"
        case .invalidDecision: "The decisions cannot be used"
        case .invalidMessage: "The message cannot be taken"
        case .unknownMessage: "No message has this identifier"
        case .invalidConsent: "The consent is not to the text that is shown today"
        case .invalidKey: "The request for a key is not valid"
        case .unreadableFile: "The file cannot be read"
        case .rowsRejected: "Rows were rejected, so nothing was kept"
        case .unknownKey: "No valid key has this identifier"
        case .tooManyKeys: "The station has the largest number of keys"
        case .lastKey: "This is the last key of the station"
        case .unknownAllergen: "No allergen has this key"
        case .unconfirmed: "The name is needed to delete an account or a person"
        case .unauthorized: "A valid token or session is needed"
        case .forbidden: "The token or the account does not allow this"
        case .consentRequired: "The account has not given the consent that this needs"
        case .unknownLayer: "No layer has this name"
        case .tileOutOfRange: "There is no such tile"
        case .noBasemap: "No basemap is installed here"
        case .unknownCollection: "No collection has this name"
        case .unknownStation: "No station has this identifier"
        case .unknownPlace: "No place has this name"
        case .unknownArticle: "No article has this name"
        case .unknownRegion: "No region has this identifier"
        case .unknownFence: "You have no fence with this identifier"
        case .unknownAlert: "No alert has this identifier"
        case .unknownPerson: "You have no person with this identifier"
        case .unknownDiaryEntry: "Your diary has no entry for this day"
        case .diaryTooLate: "The day is too long ago for its questions"
        case .diaryEntryDeleted: "The day was deleted after this was said"
        case .unknownEntry: "Your inbox has no entry with this identifier"
        case .notReported: "The alert is not one that people reported"
        case .alertOver: "The alert is over"
        case .ownAlert: "Those who reported the alert cannot do this"
        case .notOwnAlert: "You have not reported this alert"
        case .notOwnDecision: "The latest decision about the alert is not yours"
        case .duplicateReport: "You have reported the same a moment ago"
        case .implausibleReport: "Nobody travels that far in that time"
        case .tooFarAway: "The place is too far away from the alert"
        case .tooManyReports: "The account has reported too often"
        case .tooManyConfirmations: "The account has confirmed too often"
        case .tooManyFlags: "The account has flagged too often"
        case .unknownProblem: "No problem has this name"
        case .unknownPurpose: "No purpose has this name"
        case .tooManyPersons: "The account has the largest number of persons"
        case .knownPerson: "The account has a person with this name"
        case .tooManyFences: "The account has the largest number of fences"
        case .tooManyStreams: "The account has the largest number of open streams"
        case .unknownChannel: "There is no such channel, or the link to it is not valid"
        case .tooManyChannels: "The account has the largest number of channels"
        case .knownChannel: "The account already has a channel to this address"
        case .unconfirmedChannel: "The address has to be confirmed first"
        case .noSecret: "Only webhooks have a secret"
        case .notDeliverable: "This service cannot send messages of this kind"
        case .tooManyMessages: "Too many messages of this kind were sent"
        case .tooManyRequests: "Too many requests came from here"
        case .contentTooLarge: "The body is too large"
        case .targetTooLong: "The address is too long"
        case .headTooLarge: "The head of the request is too large"
        case .tooManyConnections: "Too many connections are open from here"
        case .unsupportedMediaType: "The body is of a type that is not accepted here"
        case .unknownProvider: "No provider of identities has this name"
        case .unknownIdentity: "The account is not linked with this provider"
        case .staleSignIn: "The sign-in took too long, or was begun elsewhere"
        case .signInDenied: "The provider has not allowed the sign-in"
        case .providerFailed: "The provider of identities has failed"
        case .keyInUse: "The first request with this idempotency key is not answered yet"
        case .keyReused: "The idempotency key belongs to another request"
        case .secretInAddress: "A token does not belong in the address of a request"
        case .forgedRequest: "The request does not come from this site"
        case .insecureTransport: "Signing in by cookie needs TLS"
        case .invalidAccount: "The details of the account are not valid"
        case .invalidPassword: "The password cannot be used"
        case .nameTaken: "The name belongs to another account"
        case .identityTaken: "The identity belongs to another account"
        case .voidLink: "The link is not valid any more"
        case .wrongPassword: "The name or the password is wrong"
        case .tooManyFailures: "Signing in has failed too often"
        case .noMail: "This service cannot send mail"
        case .lastWayIn: "This is the only way into the account"
        case .tooManyTokens: "The account has the largest number of tokens"
        case .unknownToken: "You have no token with this identifier"
        case .unknownSession: "You have no session with this identifier"
        case .unknownAccount: "There is no account with this name"
        case .unknownRole: "The account has no such role"
        case .unknownPicture: "There is no such picture"
        case .invalidPicture: "The picture cannot be used"
        case .notReady: "The service cannot answer at the moment"
        case .storageFull: "The service has no room to keep anything at the moment"
        case .storageUnavailable: "The service cannot use its storage at the moment"
        case .busy: "As many such requests are under way as can be"
        case .tooSlow: "The request came too slowly"
        }
    }
}
