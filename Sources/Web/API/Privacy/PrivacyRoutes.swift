import Alerts
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import People

/// What people can see and decide about the data stored on them.
struct PrivacyRoutes: Sendable {
    private let sources: PersonalExport.Sources
    private let consentWithdrawing: any ConsentWithdrawing
    private let exports = InFlightRequests()
    private var personalRecords: any PersonalRecords { sources.personalRecords }
    private var personStore: any PersonStore { sources.personStore }
    private var environment: APIEnvironment { sources.environment }

    init(sources: PersonalExport.Sources, consentWithdrawing: any ConsentWithdrawing) {
        (self.sources, self.consentWithdrawing) = (sources, consentWithdrawing)
    }

    /// Entries in one answer.
    static let pageSize = 500

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/privacy", .everyone) { request, _ in
                try request.answer(PrivacyAnswer(contact: environment.publisher.contact))
            },
            Endpoint(.get, "/v1/me/consents", .subscriber, handler: consents),
            Endpoint(.put, "/v1/me/consents/{purpose}", .subscriber, handler: give),
            Endpoint(.delete, "/v1/me/consents/{purpose}", .subscriber, handler: withdraw),
            Endpoint(.get, "/v1/me/audit", .subscriber, handler: audit),
            Endpoint(.get, "/v1/me/reports", .subscriber, handler: reports),
            Endpoint(.get, "/v1/me/export", .owner, handler: export),
        ]
    }

    @Sendable private func consents(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await list(of: context.account)
    }

    private func list(of account: Account.ID) async throws -> Response {
        try JSON.response(
            ConsentList(try await personalRecords.consents(of: account)),
            headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func give(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let purpose = try context.purpose
        let body = try await request.bytes(upTo: BodyLimits.profile)
        let wish = try JSON.decodeStrictly(ConsentRequest.self, from: Data(body.readableBytesView))
        guard wish.version == Consent.currentVersion else {
            throw Problem(
                .invalidConsent,
                errors: [
                    Problem.Detail(pointer: "/version", detail: ConsentChoice.versionText)
                ])
        }
        let now = environment.now()
        try await personalRecords.giveConsent(to: purpose, of: context.account, by: .owner, at: now)
        try await personalRecords.note(
            .consentGiven, of: context.account, by: .owner, object: purpose.rawValue, at: now)
        return try await list(of: context.account)
    }

    @Sendable private func withdraw(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let purpose = try context.purpose
        let now = environment.now()
        guard try await consentWithdrawing.withdrawConsent(to: purpose, of: context.account, at: now)
        else { return try await list(of: context.account) }
        try await personalRecords.note(
            .consentWithdrawn, of: context.account, by: .owner, object: purpose.rawValue, at: now)
        return try await list(of: context.account)
    }

    @Sendable private func audit(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let entries = try await personalRecords.audit(
            of: context.account, before: try request.entryNumber("before") ?? .max, limit: Self.pageSize)
        return try JSON.response(
            AuditList(
                entries: entries.map(AuditAnswer.init),
                next: entries.count == Self.pageSize ? entries.last?.number : nil),
            headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func reports(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let reports = try await personalRecords.ownReports(
            of: context.account, after: try request.entryNumber("after") ?? 0, limit: Self.pageSize,
            at: environment.now())
        let persons = try await personStore.persons(of: context.account)
        return try JSON.response(
            OwnReportList(
                reports: reports.map { OwnReportAnswer($0, persons) },
                next: reports.count == Self.pageSize ? reports.last?.number : nil),
            headers: [.cacheControl: Freshness.personal])
    }

    /// Everything stored about an account, as a zip file of JSON and CSV.
    @Sendable private func export(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard exports.begin(context.account)
        else { throw Problem(.busy, "An export of this account is being made.") }
        defer { exports.end(context.account) }
        let export = try await PersonalExport(of: context.account, from: sources).zipped()
        try await personalRecords.note(.exported, of: context.account, by: .owner, at: environment.now())
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/zip", .cacheControl: Freshness.personal,
                .contentDisposition: "attachment; filename=\"breathe-easy.zip\"",
            ],
            body: try export.body)
    }
}

extension BreatheContext {
    /// The purpose that the path names.
    fileprivate var purpose: Consent.Purpose {
        get throws {
            guard let purpose = parameters.get("purpose").flatMap(Consent.Purpose.init(rawValue:))
            else { throw Problem(.unknownPurpose) }
            return purpose
        }
    }
}

extension Request {
    /// The number of the entry from which a list continues.
    func entryNumber(_ name: String) throws -> Int64? {
        guard let text = text(name) else { return nil }
        guard let number = Int64(text), number > 0
        else { throw Problem.parameter(name, "\(name) is the number that the page before named as next.") }
        return number
    }
}
