import HTTP
import Hummingbird
import People

extension Endpoint {
    /// The routes below `/v1/me` for data that every person has.
    ///
    /// All others are the guardian's alone: the account, its channels, sign-in methods and persons.
    private static let personal = [
        "/v1/me/profile", "/v1/me/fences", "/v1/me/alerts", "/v1/me/quiz", "/v1/me/diary",
        "/v1/me/metrics", "/v1/me/reminders", "/v1/me/links", "/v1/me/help", "/v1/me/trips",
    ]

    /// The same route for the persons in the caller's care.
    ///
    /// For `/v1/me/fences` it is `/v1/me/persons/{person}/fences`; `nil` if the route is about data that
    /// persons do not have.
    ///
    /// The caller's rights are checked first, as for the route itself. Then the person's account takes the
    /// place of the caller's. Somebody else's person is reported as not found.
    func forPersons(of persons: any PersonStore) -> Endpoint? {
        guard Self.personal.contains(where: { path == $0 || path.hasPrefix("\($0)/") }) else { return nil }
        let place = "/v1/me/persons/{person}" + path.dropFirst("/v1/me".count)
        return Endpoint(method, place, access, for: purpose) { [handler] request, context in
            var context = context
            do {
                context.person = try await persons.known(context)
            } catch  where request.hasBody {
                // No route has set a limit for this body, because none will read it.
                throw UnreadBody(cause: error)
            }
            do {
                return try await handler(request, context)
            } catch  where !(error is Problem) && !(error is any HTTPResponseError) {
                // The person may have been deleted in the meantime.
                _ = try await persons.known(context)
                throw error
            }
        }
    }
}

extension PersonStore {
    /// The person in the path's `{person}`, if in the caller's care.
    func known(_ context: BreatheContext) async throws -> Person {
        let id = Person.ID(rawValue: context.parameters.get("person") ?? "")
        guard let person = try await person(id, of: context.guardian) else { throw Problem(.unknownPerson) }
        return person
    }
}

extension PersonStore {
    /// The person that a request names, if any.
    func person(named id: String?, of guardian: Account.ID) async throws -> Person? {
        guard let id else { return nil }
        guard let person = try await person(Person.ID(rawValue: id), of: guardian)
        else { throw Problem(.unknownPerson) }
        return person
    }
}
