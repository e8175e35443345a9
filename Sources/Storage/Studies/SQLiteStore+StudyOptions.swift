import Forms
import Foundation
import GRDB
import Studies

/// What people agreed to beside what they had to.
extension SQLiteStore {
    /// How many of those who take part agreed to each optional point, for each version that has any.
    ///
    /// A person counts for the latest version to which they agreed. Their consents are opened one after the other.
    ///
    /// - Parameters:
    ///   - row: The study.
    ///   - cipher: What opens consents.
    ///   - database: The connection.
    /// - Returns: The numbers, by version and then as the points stand in it.
    /// - Throws: An error of the database, or of a sealed value.
    static func options(
        of row: StudyRow, _ cipher: RowCipher, in database: Database
    ) throws -> [StudyOptionCount] {
        let versions = try SQLRequest<Row>(
            literal: """
                SELECT version, content FROM studyVersion
                WHERE study = \(row.number) AND json_type(content, '$.optionalPoints') = 'array'
                ORDER BY version
                """, cached: true
        ).fetchAll(database)
        return try versions.flatMap { found in
            let version: Int = found["version"]
            return StudyOptionCount.count(
                try StudyRow.content(found["content"]).options, of: version,
                in: try choices(under: version, of: row, cipher, in: database), k: row.phase.settings.k)
        }
    }

    /// What each person who takes part chose, of those whose latest consent is to a version.
    private static func choices(
        under version: Int, of row: StudyRow, _ cipher: RowCipher, in database: Database
    ) throws -> [[Bool]] {
        let request: SQLRequest<Row> = SQLRequest(
            literal: """
                SELECT consent.participant, consent.sealed FROM studyParticipant
                JOIN studyConsent AS consent ON consent.participant = studyParticipant.number
                LEFT JOIN studyInvitation ON studyInvitation.participant = studyParticipant.number
                WHERE studyParticipant.study = \(row.number) AND leftDay IS NULL AND restricted IS NULL
                    AND consent.version = \(version) AND NOT EXISTS (
                        SELECT 1 FROM studyConsent AS later
                        WHERE later.participant = consent.participant AND later.version > consent.version)
                """)
        var choices: [[Bool]] = []
        let rows = try request.fetchCursor(database)
        while let row = try rows.next() {
            let place = StudyConsentRow.place(row["participant"], version)
            let content = try StudyConsentRow.seal.opened(row["sealed"], at: place, cipher)
            choices.append(content.agreement(to: version).options)
        }
        return choices
    }
}
