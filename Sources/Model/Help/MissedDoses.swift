/// Whether a person is asked to call the clinic, because no dose is recorded for some days.
package enum MissedDoses: Hashable, Sendable {
    /// The clinic has said after how many days.
    case byClinic(days: Int)
    /// The clinic has not said.
    case usual

    /// The days without a recorded dose after which a person is asked to call, where the clinic has said nothing.
    ///
    /// Clinics differ between two days and three.
    package static let patience = 2

    /// - Returns: `nil` if it is not time to call.
    package init?(missed days: Int, rules: ClinicRules?) {
        if let limit = rules?.callAfter {
            guard days >= limit else { return nil }
            self = .byClinic(days: limit)
        } else {
            guard days >= Self.patience else { return nil }
            self = .usual
        }
    }
}
