import type { ClickRefusal } from "../config/counts";
import { isNamed } from "../core/is-named";
import { isDataFault } from "../database/database-errors";
import type { QueueFullError } from "./group-commit";
import type { JournalFullError } from "./journal";
import type { LimitUnavailableError } from "./limited-clicks";

/**
 * Why a click could not be recorded, for the metrics. A failed write to the journal is an error of
 * the system, which has a code.
 */
export function clickRefusal(error: unknown): ClickRefusal {
  if (isNamed<QueueFullError>(error, "QueueFullError")) return "queue_full";
  if (isNamed<JournalFullError>(error, "JournalFullError")) return "journal_full";
  if (isNamed<LimitUnavailableError>(error, "LimitUnavailableError")) return "limit_unavailable";
  if (isDataFault(error)) return "invalid";
  return error instanceof Error && "syscall" in error ? "journal_failed" : "internal";
}
