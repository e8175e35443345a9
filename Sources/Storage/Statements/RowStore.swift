package import Allergens
package import Authoring
package import People
package import Sealing
package import Studies

/// A store of rows with SQL, in either database.
///
/// What is written once over it holds for SQLite and PostgreSQL: ``SQLiteStore``, ``PostgreSQLStore``.
package protocol RowStore: Sendable {
    /// What seals and opens values about people.
    var cipher: RowCipher { get }
    /// The allergens that it may hold.
    var taxonomy: Taxonomy { get }

    /// Reads in one transaction, which sees the rows of one moment.
    ///
    /// - Parameter look: May run more than once.
    /// - Returns: What it returns.
    /// - Throws: What it throws, or the error of the database.
    func readRows<Outcome: Sendable>(
        _ look: @escaping @Sendable (any QueryRunner) throws -> Outcome
    ) async throws -> Outcome

    /// Reads a row or two by key, with one query.
    ///
    /// - Parameter look: Runs the query.
    /// - Returns: What it returns.
    /// - Throws: What it throws, or the error of the database.
    func glanceRows<Outcome: Sendable>(
        _ look: @escaping @Sendable (any QueryRunner) throws -> Outcome
    ) async throws -> Outcome

    /// Reads any number of rows with one query, which sees the rows of one moment without a transaction.
    ///
    /// - Parameter look: Runs the query.
    /// - Returns: What it returns.
    /// - Throws: What it throws, or the error of the database.
    func queryRows<Outcome: Sendable>(
        _ look: @escaping @Sendable (any QueryRunner) throws -> Outcome
    ) async throws -> Outcome

    /// Writes in one transaction, wholly or not at all; when this returns, it is durable.
    ///
    /// - Parameters:
    ///   - lock: What nobody else writes meanwhile.
    ///   - act: May run more than once, so it has no effects besides.
    /// - Returns: What it returns.
    /// - Throws: What it throws, or the error of the database; then nothing has changed.
    @discardableResult func writeRows<Outcome: Sendable>(
        locking lock: RowLock, _ act: @escaping @Sendable (any QueryRunner) throws -> Outcome
    ) async throws -> Outcome

    /// Writes as ``writeRows(locking:_:)`` does, for acts that take long: short ones do not wait for their commit.
    @discardableResult func writeManyRows<Outcome: Sendable>(
        locking lock: RowLock, _ act: @escaping @Sendable (any QueryRunner) throws -> Outcome
    ) async throws -> Outcome

    /// Waits until what has been committed about an account is durable.
    ///
    /// - Throws: The error of the database, when that is not certain.
    func confirmRows(of account: Account.ID) async throws
}

extension RowStore {
    /// The keys that seal values about people.
    package var keys: KeyRing { cipher.keys }
}

/// What a transaction has to itself.
///
/// SQLite has one writer, so there each transaction has everything. In PostgreSQL others write between two of its
/// statements.
package enum RowLock: Hashable, Sendable {
    /// Nothing: each statement is right whatever others write before and after it.
    case nothing
    /// What belongs to an account, for acts that read it and then write.
    case account(Account.ID)
    /// What belongs to an expert who has written an article, among it the article.
    case article(ExpertArticle.ID)
    /// What belongs to a study.
    case study(Study.ID)
    /// What belongs to an account, while nobody changes a study in which it takes part.
    case part(of: Account.ID, in: Study.ID)
    /// Alerts, reports and the ledger.
    case alerts
    /// All tables with sealed values that outlive a key: nobody adds or changes one.
    case sealedTables
    /// The names, addresses and identities by which people sign in: each belongs to one account.
    case logins
}
