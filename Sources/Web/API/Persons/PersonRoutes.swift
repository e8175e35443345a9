import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import People

/// The persons in a subscriber's care, such as children: at most ``Person/limit``.
///
/// Each person's data are below the person's own path; see ``Endpoint/forPersons(of:)``.
struct PersonRoutes: Sendable {
    let personStore: any PersonStore
    let accountClosing: any AccountClosing
    let environment: APIEnvironment
    let idempotency: Idempotency

    private struct PersonList: Encodable { let persons: [PersonAnswer] }

    /// The confirmation that a deletion must contain, so that no slip of a finger or script deletes a person.
    private struct Deletion: Decodable { let confirm: String }

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/me/persons", .subscriber, handler: list),
            Endpoint(.post, "/v1/me/persons", .subscriber, handler: create),
            Endpoint(.get, "/v1/me/persons/{person}", .subscriber, handler: one),
            Endpoint(.put, "/v1/me/persons/{person}", .subscriber, handler: replace),
            Endpoint(.delete, "/v1/me/persons/{person}", .owner, handler: remove),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let persons = try await personStore.persons(of: context.guardian)
        return try JSON.response(
            PersonList(persons: persons.map(PersonAnswer.init)), headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func create(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await idempotency.answer(request, context, bodyLimit: BodyLimits.profile) { body in
            let details = try details(in: body)
            let person = try await explained {
                try await personStore.addPerson(details, to: context.guardian, at: environment.now())
            }
            return try created(person)
        } recall: { id, _ in
            let person = try await personStore.person(Person.ID(rawValue: id), of: context.guardian)
            guard let person else { throw Problem(.unknownPerson) }
            return try created(person)
        }
    }

    private func created(_ person: Person) throws -> CreatedAnswer {
        CreatedAnswer(
            location: "/v1/me/persons/\(person.id.rawValue)",
            body: try JSON.encoder.encode(PersonAnswer(person)))
    }

    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try answer(try await personStore.known(context))
    }

    @Sendable private func replace(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.profile).readableBytesView)
        let details = try details(in: body)
        let id = try await personStore.known(context).id
        let person = try await explained {
            try await personStore.changePerson(id, of: context.guardian, to: details)
        }
        guard let person else { throw Problem(.unknownPerson) }
        return try answer(person)
    }

    @Sendable private func remove(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = try await request.bytes(upTo: BodyLimits.profile)
        let person = try await personStore.known(context)
        let deletion = try JSON.decode(Deletion.self, from: Data(body.readableBytesView))
        guard deletion.confirm == person.name else {
            throw Problem(
                .unconfirmed,
                errors: [Problem.Detail(pointer: "/confirm", detail: "This is the name of the person.")])
        }
        try await accountClosing.delete(person.account, at: environment.now())
        return Response(status: .noContent)
    }

    private func details(in body: Data) throws -> Person.Details {
        try JSON.decode(PersonRequest.self, from: body).checked(today: environment.today)
    }

    private func answer(_ person: Person) throws -> Response {
        try JSON.response(PersonAnswer(person), headers: [.cacheControl: Freshness.personal])
    }

    private func explained<Outcome>(_ act: () async throws -> Outcome) async throws -> Outcome {
        do {
            return try await act()
        } catch let refusal as PersonRefusal {
            switch refusal {
            case .tooMany: throw Problem(.tooManyPersons, "The limit is \(Person.limit).")
            case .knownName:
                throw Problem(.knownPerson, "Messages about both could not be told apart.")
            }
        }
    }
}
