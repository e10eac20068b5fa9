-- The language that somebody chose for the dashboard and for messages. Null: that of the browser.
ALTER TABLE "Owner" ADD COLUMN "language" TEXT;
