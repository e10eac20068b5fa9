import type { ClickRefusal } from "../config/counts";
import { isDataFault } from "../database/database-errors";
import { QueueFullError } from "./group-commit";
import { JournalFullError } from "./journal";
import { LimitUnavailableError } from "./limited-clicks";

/** Why a click could not be recorded, for the metrics. A failed write to the journal is an error of the system, which has a code. */
export function clickRefusal(error: unknown): ClickRefusal {
  if (error instanceof QueueFullError) return "queue_full";
  if (error instanceof JournalFullError) return "journal_full";
  if (error instanceof LimitUnavailableError) return "limit_unavailable";
  if (isDataFault(error)) return "invalid";
  return error instanceof Error && "syscall" in error ? "journal_failed" : "internal";
}
