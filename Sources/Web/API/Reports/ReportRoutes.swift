import Alerts
import Foundation
import HTTP
import Hummingbird
import Localisation
import NIOCore
import People

/// User reports, and other users' responses to them.
struct ReportRoutes: Sendable {
    private let reportIntake: any ReportIntake
    private let personStore: any PersonStore
    private let alertStore: any PublicAlertStore
    private let partStore: any OwnPartStore
    private let profileStore: any ProfileStore
    private let attention: AttentionRule
    private let environment: APIEnvironment
    private let idempotency: Idempotency
    private let phrases = MessageCatalogue(.english)

    init(
        reportIntake: any ReportIntake, personStore: any PersonStore, alertStore: any PublicAlertStore,
        partStore: any OwnPartStore, profileStore: any ProfileStore, attention: AttentionRule,
        environment: APIEnvironment
    ) {
        self.reportIntake = reportIntake
        self.personStore = personStore
        self.alertStore = alertStore
        self.partStore = partStore
        self.profileStore = profileStore
        self.attention = attention
        self.environment = environment
        idempotency = environment.idempotency
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(.post, "/v1/alerts", .subscriber, for: .reports, handler: report),
            Endpoint(.delete, "/v1/alerts/{alert}", .subscriber, handler: withdraw),
            Endpoint(.get, "/v1/alerts/{alert}/mine", .subscriber, handler: ownPart),
            Endpoint(.post, "/v1/alerts/{alert}/confirmations", .subscriber, for: .reports, handler: confirm),
            Endpoint(.delete, "/v1/alerts/{alert}/confirmations", .subscriber, handler: retract),
            Endpoint(.post, "/v1/alerts/{alert}/flags", .subscriber, handler: flag),
        ]
    }

    /// Answers 201 with the alert that the report created or joined.
    @Sendable private func report(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await idempotency.answer(request, context, bodyLimit: BodyLimits.report) { body in
            let report = try await report(from: body, account: context.account)
            let alert = try await explained { try await reportIntake.receive(report, at: environment.now()) }
            return try await created(alert, by: report, request)
        } recall: { id, body in
            guard let alert = try await alertStore.alert(Alert.ID(rawValue: id))
            else { throw Problem(.unknownAlert) }
            let report = try await report(from: body, account: context.account)
            return try await created(alert, by: report, request)
        }
    }

    private func created(_ alert: Alert, by report: Report, _ request: Request) async throws -> CreatedAnswer
    {
        let zone = try await profileStore.profile(of: report.account).timeZone
        let answer = ReportAnswer(
            alert: phrases.message(alert, concern: nil),
            attention: attention.answer(to: report.symptoms, in: request.preferredLanguage, zone))
        return CreatedAnswer(
            location: "/v1/alerts/\(alert.id.rawValue)", body: try JSON.encoder.encode(answer))
    }

    /// A report about a person counts as the guardian's: a family is one witness.
    private func report(from body: Data, account: Account.ID) async throws -> Report {
        let request = try JSON.decode(ReportRequest.self, from: body)
        let person = try await personStore.person(named: request.person, of: account)
        return Report(
            account: account, person: person?.account, position: try request.checkedPosition(),
            allergens: try request.checkedAllergens(environment.taxonomy),
            symptoms: request.symptoms ?? [], strength: request.strength,
            comment: try request.checkedComment(), isNamed: request.showsName ?? false)
    }

    /// What the account has said about an alert, and the name of its reporter, which only people with an
    /// account see.
    @Sendable private func ownPart(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard let part = try await partStore.ownPart(of: context.account, in: context.alert),
            let alert = try await alertStore.alert(context.alert)
        else { throw Problem(.unknownAlert) }
        let reporter = alert.testimony?.reporter
        let isExpert = if let reporter { try await partStore.isExpert(named: reporter) } else { false }
        return try JSON.response(
            OwnPartAnswer(part, reporter: reporter, isExpert: isExpert),
            headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func withdraw(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await explained {
            try await reportIntake.withdraw(context.alert, by: context.account, at: environment.now())
        }
        return Response(status: .noContent)
    }

    /// Answers 201 with the alert, or 200 if the account had already confirmed it.
    @Sendable private func confirm(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = try await request.bytes(upTo: BodyLimits.report)
        let position = try ConfirmationRequest.position(in: Data(body.readableBytesView))
        let (alert, isNew) = try await explained {
            try await reportIntake.confirm(
                context.alert, by: context.account, from: position, at: environment.now())
        }
        return try JSON.response(
            phrases.message(alert, concern: nil), status: isNew ? .created : .ok,
            headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func retract(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await explained {
            try await reportIntake.retractConfirmation(
                of: context.alert, by: context.account, at: environment.now())
        }
        return Response(status: .noContent)
    }

    @Sendable private func flag(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = try await request.bytes(upTo: BodyLimits.report)
        let flag = try JSON.decode(FlagRequest.self, from: Data(body.readableBytesView))
        try await explained {
            try await reportIntake.flag(
                context.alert, by: context.account, as: flag.reason, at: environment.now())
        }
        return Response(status: .noContent)
    }
}

/// Performs an action on a report; a refusal becomes a problem document.
func explained<Outcome>(_ act: () async throws -> Outcome) async throws -> Outcome {
    do {
        return try await act()
    } catch let refusal as ReportRefusal {
        throw Problem(refused: refusal)
    }
}

extension BreatheContext {
    var alert: Alert.ID { Alert.ID(rawValue: parameters.get("alert") ?? "") }
}
