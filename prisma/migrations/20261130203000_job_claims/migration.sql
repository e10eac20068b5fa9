-- A job that fails again and again ends: see lib/commands/run-job.ts.
ALTER TABLE "Job" ADD COLUMN "claims" INTEGER NOT NULL DEFAULT 0;
