import Allergens
import Foundation
import HTTP
import Help

/// An injector, as it is sent and read.
struct InjectorDocument: HelpDocument {
    static let members: Set = ["name", "place", "expires"]
    static let name = "injectors"
    static let parameter = "injector"

    let name: String
    let place: String
    /// The month that is printed on it, as `YYYY-MM`.
    let expires: String

    init(_ injector: Injector) {
        (name, place) = (injector.name, injector.place)
        expires = String(injector.expires.description.prefix(7))
    }

    func checked() throws -> Injector {
        var mistakes = Mistakes(.invalidRecord)
        mistakes.text(name, within: 1...Injector.textLength, at: "/name")
        mistakes.text(place, within: 0...Injector.textLength, at: "/place")
        let last = mistakes.month(expires, at: "/expires")
        try mistakes.check()
        guard let last else { preconditionFailure("what was checked has no mistakes") }
        return Injector(name: name, place: place, expires: last)
    }
}
