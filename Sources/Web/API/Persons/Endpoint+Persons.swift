import HTTP
import Hummingbird
import People

extension Endpoint {
    /// What below `/v1/me` is each person's own, and so there for persons as well; the rest is the guardian's alone: the
    /// account, its channels, ways in and persons.
    private static let personal = ["/v1/me/profile", "/v1/me/fences", "/v1/me/alerts", "/v1/me/quiz"]

    /// The same route for the persons whom the caller cares for: that of `/v1/me/fences` is
    /// `/v1/me/persons/{person}/fences`; `nil` when the route is about nothing that persons have.
    ///
    /// Who may call it is checked first, as for the route itself; then the account is exchanged for that of the person. A
    /// person of somebody else is not there.
    func forPersons(of persons: any PersonStore) -> Endpoint? {
        guard Self.personal.contains(where: { path == $0 || path.hasPrefix("\($0)/") }) else { return nil }
        let place = "/v1/me/persons/{person}" + path.dropFirst("/v1/me".count)
        return Endpoint(method, place, access, for: purpose) { [handler] request, context in
            var context = context
            do {
                context.person = try await persons.known(context)
            } catch  where request.hasBody {
                // Nobody has asked how long the body is that nobody wants.
                throw UnreadBody(cause: error)
            }
            do {
                return try await handler(request, context)
            } catch  where !(error is Problem) && !(error is any HTTPResponseError) {
                // The person may have been deleted meanwhile.
                _ = try await persons.known(context)
                throw error
            }
        }
    }
}

extension PersonStore {
    /// The person whom the path names as `{person}`, when the caller cares for them.
    func known(_ context: BreatheContext) async throws -> Person {
        let id = Person.ID(rawValue: context.parameters.get("person") ?? "")
        guard let person = try await person(id, of: context.guardian) else { throw Problem(.unknownPerson) }
        return person
    }
}

extension PersonStore {
    /// The person that a request names, when it names one.
    func person(named id: String?, of guardian: Account.ID) async throws -> Person? {
        guard let id else { return nil }
        guard let person = try await person(Person.ID(rawValue: id), of: guardian)
        else { throw Problem(.unknownPerson) }
        return person
    }
}
