import Forms
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import People
import Studies

/// The forms of a study's next version: the main one, and further ones on days of their own.
struct StudyFormRoutes: Sendable {
    let store: any StudyStore
    let environment: APIEnvironment

    private static let one = "\(ResearcherStudyRoutes.one)/forms/{form}"

    var endpoints: [Endpoint] {
        [
            Endpoint(.put, "\(ResearcherStudyRoutes.one)/form", .researcher, handler: takeMain),
            Endpoint(.put, Self.one, .researcher, handler: take),
            Endpoint(.put, "\(Self.one)/schedule", .researcher, handler: schedule),
            Endpoint(.delete, Self.one, .researcher, handler: remove),
        ]
    }

    @Sendable private func takeMain(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await take(.main, request, context)
    }

    @Sendable private func take(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard let name = StudyForm.Name(rawValue: context.parameters.get("form") ?? "") else {
            throw Problem(
                .invalidStudy,
                errors: [
                    Problem.Detail(
                        pointer: "/form",
                        detail: """
                            A name is a small letter and at most \(StudyForm.Name.longest - 1) small letters, \
                            digits and hyphens.
                            """)
                ])
        }
        return try await take(name, request, context)
    }

    private func take(
        _ name: StudyForm.Name, _ request: Request, _ context: BreatheContext
    ) async throws -> Response {
        let body = try await request.bytes(upTo: StudyFormReading.bodyLimit, as: .any)
        // Nothing is unpacked for somebody who cannot keep it.
        try await Problem.study {
            _ = try await store.study(context.study, for: .change, by: context.account)
        }
        let form = try StudyFormReading.form(from: Data(body.readableBytesView))
        return try await store.changed(context, at: environment.now()) { study in
            var content = study.draft
            try content.take(form, as: name)
            return (content, study.settings)
        }
    }

    @Sendable private func schedule(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.account).readableBytesView)
        let asked = try JSON.decodeStrictly(StudyFormScheduleRequest.self, from: body)
        let name = context.parameters.get("form")
        return try await store.changed(context, at: environment.now()) { study in
            var (content, settings) = (study.draft, study.settings)
            let schedule = try asked.checked(settings.mode)
            if name == StudyForm.Name.main.rawValue {
                settings.schedule = schedule
            } else {
                content.furtherForms[try content.place(of: name)].schedule = schedule
            }
            return (content, settings)
        }
    }

    @Sendable private func remove(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let name = context.parameters.get("form")
        return try await store.changed(context, at: environment.now()) { study in
            var content = study.draft
            content.furtherForms.remove(at: try content.place(of: name))
            return (content, study.settings)
        }
    }
}

extension StudyStore {
    /// Changes what will be the next version, and answers with the study as its researchers see it then.
    func changed(
        _ context: BreatheContext, at now: Date,
        _ change: @escaping @Sendable (Study) throws -> (StudyContent, StudySettings)
    ) async throws -> Response {
        let own = try await Problem.study {
            _ = try await self.change(context.study, by: context.account, at: now, change)
            return try await study(context.study, for: .read, by: context.account)
        }
        return try JSON.response(
            OwnStudyAnswer(own, showsForm: true), headers: [.cacheControl: Freshness.personal])
    }
}

extension StudyContent {
    /// Takes a form in the place of the one that has its name, or as a further one for every day.
    ///
    /// - Throws: ``Problem`` if there are too many, or if another one has its identifier: exports name forms by it.
    fileprivate mutating func take(_ form: FormDefinition, as name: StudyForm.Name) throws {
        guard !forms.contains(where: { $0.name != name && $0.definition.id == form.id }) else {
            throw Problem(
                .invalidForm,
                errors: [
                    Problem.Detail(
                        pointer: "/settings",
                        detail: "Another form of this study has the form_id \(form.id). Each has its own.")
                ])
        }
        if name == .main {
            self.form = form
        } else if let place = furtherForms.firstIndex(where: { $0.name == name }) {
            furtherForms[place].definition = form
        } else {
            guard furtherForms.count < Self.mostForms - 1 else { throw Problem(.tooManyRecords) }
            furtherForms.append(StudyForm(name, .daily, form))
        }
    }

    /// The place of a further form.
    ///
    /// - Throws: ``Problem`` if there is none.
    fileprivate func place(of name: String?) throws -> Int {
        guard let place = furtherForms.firstIndex(where: { $0.name.rawValue == name })
        else { throw Problem(.unknownStudyForm) }
        return place
    }
}

/// When a form is asked.
struct StudyFormScheduleRequest: StrictDocument {
    static let members: Set = ["schedule"]

    let schedule: StudyScheduleDocument

    /// - Throws: One ``Problem`` that names every mistake.
    func checked(_ mode: Study.Mode) throws -> StudySchedule {
        var mistakes = Mistakes(.invalidStudy)
        let checked = schedule.checked(mode, &mistakes)
        try mistakes.check()
        guard let checked else { preconditionFailure("what was checked has no mistakes") }
        return checked
    }
}

extension StudyScheduleDocument {
    /// The schedule, if a study with a mode can have it.
    func checked(_ mode: Study.Mode?, _ mistakes: inout Mistakes) -> StudySchedule? {
        var found: [(member: String, detail: String)] = []
        let read = schedule { found.append(($0, $1)) }
        if mode == .unlinked, read?.needsPeople == true {
            found.append(
                (
                    "rhythm",
                    "Where answers belong to nobody, it is not known who answered before or joined when."
                ))
        }
        for (member, detail) in found { mistakes.note("/schedule/\(member)", detail) }
        return read
    }
}
