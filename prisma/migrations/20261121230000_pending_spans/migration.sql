-- Clicks that are not folded yet are found many batches at once now (lib/stats/pending.ts).
DROP VIEW "PendingClick";
