-- How a link ends or begins, what it passes on, and its own preview. All of it is unset for existing links. The version
-- before ignores these columns: while it runs beside this one, its visitors are redirected as if they were unset.
--
-- New columns take a moment, but the lock waits for every reader of the table, and every visit behind the lock: so it gives up soon
-- and tries again.
DO $$
BEGIN
  FOR attempt IN 1..200 LOOP
    BEGIN
      PERFORM set_config('lock_timeout', '500ms', true);
      LOCK TABLE "Link" IN ACCESS EXCLUSIVE MODE;
      PERFORM set_config('lock_timeout', '60s', true);
      RETURN;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      PERFORM pg_sleep(0.5 * random());
    END;
  END LOOP;
  RAISE lock_not_available USING MESSAGE = 'The links are in use all the time.';
END;
$$;

ALTER TABLE "Link"
  ADD COLUMN "maxClicks" INTEGER,
  ADD COLUMN "startsAt" TIMESTAMPTZ(3),
  ADD COLUMN "expiredUrl" TEXT,
  ADD COLUMN "passwordHash" TEXT,
  ADD COLUMN "forwardQuery" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "forwardUtm" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "description" TEXT,
  ADD COLUMN "image" TEXT;
