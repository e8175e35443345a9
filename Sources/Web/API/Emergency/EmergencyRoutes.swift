import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import Site

/// What everybody can ask for in an emergency.
struct EmergencyRoutes: Sendable {
    let numbers: EmergencyNumbers
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        [Endpoint(.get, "/v1/emergency-numbers", .everyone, handler: list)]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try request.answer(EmergencyNumbersAnswer(numbers))
    }
}
