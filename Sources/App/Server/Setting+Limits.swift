import Addressing
import Delivery
import Foundation
import HTTP

extension Setting {
    /// How much strangers may ask for.
    static let limits: [Setting] = [
        Setting(
            .addressRate, "How many requests one address may make.", allowed: rateForm,
            usual: .value { rateText($0.rates.address) }
        ) {
            guard let rate = rate($1) else { return false }
            $0.rates.address = rate
            return true
        },
        Setting(
            .principalRate, "How many requests one account or station may make.", allowed: rateForm,
            usual: .value { rateText($0.rates.principal) }
        ) {
            guard let rate = rate($1) else { return false }
            $0.rates.principal = rate
            return true
        },
        Setting(
            .documentLimit,
            "How large a document of readings may be; it takes many times as much memory.",
            allowed: "a whole number of MiB from 1 to 64",
            usual: .words("64, or what fits into the memory of the container")
        ) {
            guard let size = Int($1), (1...64).contains(size) else { return false }
            $0.documentLimit = size << 20
            return true
        },
        Setting(
            .trustedProxies, "Proxies whose word counts for where a request comes from, separated by commas.",
            allowed: "a list of addresses and networks such as 10.1.0.0/16", usual: .words("this machine")
        ) {
            guard let proxies = NetworkList($1) else { return false }
            $0.trustedProxies = proxies
            return true
        },
    ]

    /// Where the service itself goes.
    static let outbound: [Setting] = [
        Setting(
            .outboundAllow, "What messages and feeds may reach beside public addresses.",
            allowed: "a list of host names, addresses and networks such as 10.1.0.0/16",
            usual: .words("nothing")
        ) {
            guard let addressGuard = AddressGuard(allowing: $1) else { return false }
            $0.outbound = addressGuard
            return true
        },
        Setting(
            .outboundAuthorities, "Authorities that vouch for receivers of messages beside the system's.",
            allowed: "a file of certificates in PEM", usual: .words("none")
        ) {
            guard let authorities = OutboundAuthorities(file: URL(filePath: $1)) else { return false }
            $0.outboundAuthorities = authorities
            return true
        },
        Setting(
            .outboundTimeout, "How long a receiver of messages may take to answer.",
            allowed: "a whole number of seconds from 1 to 600",
            usual: .value { "\($0.outboundTimeout.components.seconds)" }
        ) {
            guard let seconds = Int($1), (1...600).contains(seconds) else { return false }
            $0.outboundTimeout = .seconds(seconds)
            return true
        },
    ]

    private static let rateForm =
        "off, or requests and seconds such as 6000/60: up to a million in up to 86400 seconds"

    /// A rate, or none of them when it is off; `nil` for what is neither.
    private static func rate(_ text: String) -> RequestRate?? {
        if text == "off" { return .some(nil) }
        return RequestRate(text).map(Optional.some)
    }

    private static func rateText(_ rate: RequestRate?) -> String {
        rate.map { "\($0.requests)/\($0.seconds)" } ?? "off"
    }
}
