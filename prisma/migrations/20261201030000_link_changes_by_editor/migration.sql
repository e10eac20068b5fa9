-- Changes by one person, in Settings > Activity > Links: the latest of somebody who changes little may be far back.
CREATE INDEX "LinkChange_by_at_idx" ON "LinkChange"("by", "at" DESC);
