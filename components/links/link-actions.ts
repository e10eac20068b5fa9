import { unstable_rethrow } from "next/navigation";
import type { ErrorCode, FieldProblem } from "@/lib/core/errors";
import type { BulkOutcome } from "@/lib/links/for-each-link";
import type { Link } from "@/lib/links/link";

/** Why an action did not do what it was asked for; `no_answer` when that is not known. */
export type FailureCode = ErrorCode | "no_answer";

/** What an action answers: its value, or a refusal to show. `problems` name fields. */
export type ActionResult<T> = { ok: true; value: T } | { ok: false; code: FailureCode; message: string; problems: readonly FieldProblem[] };

/** The result of an action, also when the server cannot be reached. */
export async function answerOf<T>(action: Promise<ActionResult<T>>): Promise<ActionResult<T>> {
  try {
    return await action;
  } catch (error) {
    // Next leads to the sign-in page by throwing.
    unstable_rethrow(error);
    return { ok: false, code: "no_answer", message: "No answer from the server. Reload the page to see what was changed.", problems: [] };
  }
}

/** What a form sends: the body of POST or PATCH /api/links. `expiresAt` is ISO 8601. */
export interface LinkInput {
  url?: string;
  slug?: string;
  title?: string | null;
  enabled?: boolean;
  expiresAt?: string | null;
}

/** The server actions that the dashboard's parts call. Each authorises itself. */
export interface LinkActions {
  createLink: (input: LinkInput) => Promise<ActionResult<Link>>;
  updateLink: (slug: string, changes: LinkInput) => Promise<ActionResult<Link>>;
  /** The same changes to each. */
  updateLinks: (slugs: string[], changes: LinkInput) => Promise<ActionResult<BulkOutcome<Link>>>;
  deleteLinks: (slugs: string[]) => Promise<ActionResult<BulkOutcome<string>>>;
  /** Reads the destination again; why it could not be read, or null. */
  checkPreview: (slug: string) => Promise<ActionResult<string | null>>;
  saveShortcuts: (on: boolean) => Promise<void>;
}
