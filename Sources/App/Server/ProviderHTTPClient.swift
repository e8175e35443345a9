import Delivery
import Federation

/// Sends requests to providers through the guarded client.
///
/// That client calls only public addresses, except those that the operator allows.
struct ProviderHTTPClient: ProviderTransport {
    let client: GuardedClient

    func answer(to request: ProviderRequest) async -> ProviderAnswer {
        let exchange = Exchange(
            url: request.url, headers: request.headers, form: request.body,
            contentTypes: ProviderRequest.jsonTypes, byteLimit: ProviderRequest.byteLimit)
        switch await client.perform(exchange) {
        case .answered(let status, let body): return .answered(status: status, body: body)
        case .unusable(let reason): return .unusable(reason)
        case .forbidden(let reason), .broken(let reason): return .unreachable(reason)
        case .late: return .late
        }
    }
}
