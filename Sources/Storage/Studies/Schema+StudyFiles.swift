extension Schema {
    /// Which file was taken away with a look.
    static let studyFiles = """
        -- `answers`: how many left. `hash`: the SHA-256 of the bytes in hexadecimal digits. All are missing for looks
        -- on the page, and for files from before they were kept.
        ALTER TABLE studyLook ADD COLUMN file TEXT;
        ALTER TABLE studyLook ADD COLUMN answers INTEGER;
        ALTER TABLE studyLook ADD COLUMN k INTEGER;
        ALTER TABLE studyLook ADD COLUMN hash TEXT;
        """
}
