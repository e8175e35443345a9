extension PostgreSQLSchema {
    /// What a match asks of a fence, beside its box.
    ///
    /// In a city it asks tens of thousands of fences, whose rows in `fence` are long and lie far apart. Triggers keep the
    /// copies the same as `fence`, whichever program writes there. What the forecasts note of a fence each day is not
    /// among them, so that the boxes stay as they are.
    static let fenceBoxes = """
        ALTER TABLE fenceBox
            ADD COLUMN account bigint,
            -- Half of the nonce under which the fence is sealed: it tells whether the fence was changed.
            ADD COLUMN proof bytea,
            ADD COLUMN kinds bigint,
            ADD COLUMN fieldMaximum bigint,
            ADD COLUMN unsure bigint,
            -- NULL when the fence has no quiet hours.
            ADD COLUMN timeZone text,
            ADD COLUMN quietFrom bigint,
            ADD COLUMN quietUntil bigint,
            ADD COLUMN quietException bigint,
            ADD COLUMN starts bigint,
            ADD COLUMN ends bigint;

        DROP INDEX fenceBoxByPlace;
        UPDATE fenceBox SET
            account = fence.account, proof = substring(fence.sealed FROM 6 FOR 8), kinds = fence.kinds,
            fieldMaximum = fence.fieldMaximum, unsure = fence.unsure,
            timeZone = CASE WHEN fence.quietFrom IS NOT NULL THEN fence.timeZone END,
            quietFrom = fence.quietFrom, quietUntil = fence.quietUntil, quietException = fence.quietException,
            starts = fence.starts, ends = fence.ends
        FROM fence WHERE fence.number = fenceBox.id / 2;
        CREATE INDEX fenceBoxByPlace ON fenceBox USING gist (box(point(west, south), point(east, north)));

        CREATE FUNCTION fillFenceBox() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            SELECT fence.account, substring(fence.sealed FROM 6 FOR 8), fence.kinds, fence.fieldMaximum,
                fence.unsure, CASE WHEN fence.quietFrom IS NOT NULL THEN fence.timeZone END, fence.quietFrom,
                fence.quietUntil, fence.quietException, fence.starts, fence.ends
            INTO NEW.account, NEW.proof, NEW.kinds, NEW.fieldMaximum, NEW.unsure, NEW.timeZone, NEW.quietFrom,
                NEW.quietUntil, NEW.quietException, NEW.starts, NEW.ends
            FROM fence WHERE fence.number = NEW.id / 2;
            RETURN NEW;
        END $$;

        CREATE TRIGGER fenceBoxFilled BEFORE INSERT ON fenceBox
            FOR EACH ROW EXECUTE FUNCTION fillFenceBox();

        CREATE FUNCTION followFence() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            UPDATE fenceBox SET
                account = NEW.account, proof = substring(NEW.sealed FROM 6 FOR 8), kinds = NEW.kinds,
                fieldMaximum = NEW.fieldMaximum, unsure = NEW.unsure,
                timeZone = CASE WHEN NEW.quietFrom IS NOT NULL THEN NEW.timeZone END,
                quietFrom = NEW.quietFrom, quietUntil = NEW.quietUntil, quietException = NEW.quietException,
                starts = NEW.starts, ends = NEW.ends
            WHERE id IN (2 * NEW.number, 2 * NEW.number + 1);
            RETURN NULL;
        END $$;

        CREATE TRIGGER fenceFollowed AFTER UPDATE OF account, sealed, kinds, fieldMaximum, unsure, timeZone, quietFrom,
            quietUntil, quietException, starts, ends ON fence
            FOR EACH ROW EXECUTE FUNCTION followFence();
        """
}
