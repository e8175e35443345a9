import Allergens
import SampleTesting
import Testing

/// What becomes of a place outside of its page, and of the site as an app.
extension BrowserTests {
    @Test func `a place is printed, framed by another site, and told for five days with its course`()
        async throws
    {
        try await Workspace.temporary { workspace in
            let day = today
            try await workspace.addStation("basel", 7.59, 47.56)
            try await workspace.importPlain((0...15).map { "basel,birch,\(day.adding(days: -$0)),60" })
            try await RunningService.during(workspace) { service in
                try await play("browser_place.py", service.address)
            }
        }
    }

    @Test func `the site is offered as an app, with unread alerts counted on its icon`() async throws {
        try await Workspace.temporary { workspace in
            let link = try await workspace.invitation("anna")
            let token = try await workspace.account("ben")
            try await RunningService.during(workspace) { service in
                try await play("browser_installed.py", service.address, link, token)
            }
        }
    }
}
