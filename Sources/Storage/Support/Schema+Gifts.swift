extension Schema {
    /// Voluntary payments, without who paid.
    static let gifts = """
        CREATE TABLE gift (
            -- The provider's names of the payment, and of the visit to its page: each report names the first.
            payment TEXT PRIMARY KEY CHECK (length(payment) > 0),
            visit TEXT UNIQUE,
            -- Hundredths of the currency.
            amount INTEGER CHECK (amount > 0),
            currency TEXT CHECK (length(currency) = 3),
            receipt TEXT,
            received INTEGER NOT NULL,
            CHECK ((visit IS NULL) = (amount IS NULL) AND (visit IS NULL) = (currency IS NULL))
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX giftByAge ON gift (received);
        """
}
