/// Something that was done to an account by somebody other than its owner.
package struct AdministrativeAct: Sendable {
    package let entry: AuditEntry
    package let account: Account

    package init(entry: AuditEntry, account: Account) { (self.entry, self.account) = (entry, account) }
}
