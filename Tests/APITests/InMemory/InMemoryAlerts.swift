import Alerts

@testable import API
@testable import HTTP

/// The alerts that a test adds, on one page.
struct InMemoryAlerts: PublicAlertStore {
    let kept = Guarded<[Alert]>([])
    /// The last question.
    let asked = Guarded<AlertQuery?>(nil)

    func alerts(_ query: AlertQuery) async throws -> AlertPage {
        asked.value = query
        return AlertPage(
            alerts: kept.value,
            next: query.limit == 1 ? AlertPage.Cursor(sent: 1_586_347_200, number: 17) : nil)
    }
    func alert(_ id: Alert.ID) async throws -> Alert? {
        kept.value.first { $0.id == id }
    }
}
