-- For the changes of all links, latest first.
CREATE INDEX "LinkChange_at_idx" ON "LinkChange" ("at" DESC);
