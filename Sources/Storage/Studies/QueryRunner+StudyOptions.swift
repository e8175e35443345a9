import Forms
import Foundation
import Sealing
import Studies

/// What people agreed to beside what they had to.
extension QueryRunner {
    /// How many of those who take part agreed to each optional point, for each version that has any.
    ///
    /// A person counts for the latest version to which they agreed. Their consents are opened one after the other.
    ///
    /// - Parameters:
    ///   - study: The study.
    ///   - keys: What opens consents.
    /// - Returns: The numbers, by version and then as the points stand in it.
    /// - Throws: An error of the database, or of a sealed value.
    func optionCounts(of study: StudyRow, _ keys: KeyRing) throws -> [StudyOptionCount] {
        // The words of a version name the points; it is read whole only if it may have some.
        let versions = try rows(
            """
            SELECT version, content FROM studyVersion
            WHERE study = \(study.number) AND content LIKE '%"optionalPoints"%' ORDER BY version
            """)
        return try versions.flatMap { found in
            let version: Int = try found["version"]
            return StudyOptionCount.count(
                try StudyRow.content(found["content"]).options, of: version,
                in: try choices(under: version, of: study.number, keys), k: study.phase.settings.k)
        }
    }

    /// What each person who takes part chose, of those whose latest consent is to a version.
    private func choices(under version: Int, of study: Int64, _ keys: KeyRing) throws -> [[Bool]] {
        var choices: [[Bool]] = []
        try forEachRow(
            """
            SELECT consent.participant, consent.sealed FROM studyParticipant
            JOIN studyConsent AS consent ON consent.participant = studyParticipant.number
            LEFT JOIN studyInvitation ON studyInvitation.participant = studyParticipant.number
            WHERE studyParticipant.study = \(study) AND leftDay IS NULL AND restricted IS NULL
                AND consent.version = \(version) AND NOT EXISTS (
                    SELECT 1 FROM studyConsent AS later
                    WHERE later.participant = consent.participant AND later.version > consent.version)
            """
        ) { row in
            let place = StudyConsentRow.place(try row["participant"], version)
            let content = try StudyConsentRow.seal.opened(try row["sealed"], at: place, keys)
            choices.append(content.agreement(to: version).options)
        }
        return choices
    }
}
