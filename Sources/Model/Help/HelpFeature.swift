/// A part of help at hand that whoever operates a service may leave out.
///
/// The emergency card is none of them: it is always there.
package enum HelpFeature: String, CaseIterable, Sendable {
    case plan, injectors, contacts, medicines, foods, immunotherapy, documents, handover, guide
}

extension HelpMatter {
    /// The part that reminds of it.
    package var feature: HelpFeature {
        switch self {
        case .intake, .appointment, .refill, .expiry: .medicines
        case .doses: .immunotherapy
        case .injector: .injectors
        case .review: .plan
        }
    }
}
