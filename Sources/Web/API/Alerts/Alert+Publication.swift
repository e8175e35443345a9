import Alerts

extension Alert {
    /// The alert without what changed after it was sent.
    ///
    /// Of reports, only place and allergens stay: their authors may change or withdraw the rest.
    var asSent: Alert {
        Alert(
            id: id, kind: kind, message: message, reference: reference, allergens: allergens, level: level,
            publicPosition: publicPosition, sent: sent, expires: promised ?? expires, finding: finding,
            testimony: testimony.map { _ in
                Testimony(reports: 1, confirmations: 0, reporter: nil, symptoms: [], comment: nil)
            })
    }
}
