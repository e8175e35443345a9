import Allergens
import Foundation
import HTTP
import Help

/// An action plan, as it is sent and read.
struct ActionPlanDocument: StrictDocument, Encodable {
    static let members: Set = ["doctor", "written", "review", "text", "zones", "call"]

    struct Zones: Codable {
        let green: String
        let yellow: String
        let red: String
    }

    let doctor: String
    let written: String?
    let review: String?
    let text: String
    let zones: Zones
    let call: String

    init(_ plan: ActionPlan) {
        (doctor, text, call) = (plan.doctor, plan.text, plan.call)
        (written, review) = (plan.written?.description, plan.review?.description)
        zones = Zones(green: plan.zones.green, yellow: plan.zones.yellow, red: plan.zones.red)
    }

    /// The plan, if all of it is valid.
    ///
    /// - Throws: One ``Problem`` that names every mistake.
    func checked() throws -> ActionPlan {
        var mistakes = Mistakes(.invalidRecord)
        mistakes.text(doctor, within: 0...ActionPlan.doctorLength, at: "/doctor")
        let written = mistakes.day(written, at: "/written")
        let review = mistakes.day(review, at: "/review")
        let texts = [
            ("/text", text), ("/zones/green", zones.green), ("/zones/yellow", zones.yellow),
            ("/zones/red", zones.red),
        ]
        for (pointer, text) in texts {
            mistakes.text(text, within: 0...ActionPlan.textLength, at: pointer, lines: true)
        }
        mistakes.text(call, within: 0...ActionPlan.callLength, at: "/call", lines: true)
        try mistakes.check()
        return ActionPlan(
            doctor: doctor, written: written, review: review, text: text,
            zones: ActionPlan.Zones(green: zones.green, yellow: zones.yellow, red: zones.red), call: call)
    }
}

/// The action plan of a person, and when it was changed last.
struct ActionPlanAnswer: Encodable {
    private enum Key: String, CodingKey { case changed }

    /// `nil` if there is no plan.
    let kept: Kept<ActionPlan>?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(kept?.changed, forKey: .changed)
        try ActionPlanDocument(kept?.record ?? .empty).encode(to: encoder)
    }
}
