import { unstable_rethrow } from "next/navigation";
import type { ErrorCode, FieldProblem } from "@/lib/core/errors";
import type { BulkOutcome } from "@/lib/links/for-each-link";
import type { Link } from "@/lib/links/link";

/** Why an action failed; `no_answer` if the response was lost and the outcome is unknown. */
export type FailureCode = ErrorCode | "no_answer";

/** The result of an action: its value, or an error to show. `problems` are field errors. */
export type ActionResult<T> = { ok: true; value: T } | { ok: false; code: FailureCode; message: string; problems: readonly FieldProblem[] };

/** The result of an action, also when the server cannot be reached. */
export async function answerOf<T>(action: Promise<ActionResult<T>>): Promise<ActionResult<T>> {
  try {
    return await action;
  } catch (error) {
    // Next redirects to the sign-in page by throwing.
    unstable_rethrow(error);
    return { ok: false, code: "no_answer", message: "No answer from the server. Reload the page to see what was changed.", problems: [] };
  }
}

/** What a form submits: the body of POST or PATCH /api/links. `expiresAt` is ISO 8601. */
export interface LinkInput {
  url?: string;
  slug?: string;
  title?: string | null;
  enabled?: boolean;
  expiresAt?: string | null;
}

/** The server actions of the dashboard. Each checks the session itself. */
export interface LinkActions {
  createLink: (input: LinkInput) => Promise<ActionResult<Link>>;
  updateLink: (slug: string, changes: LinkInput) => Promise<ActionResult<Link>>;
  /** Applies the same changes to each link. */
  updateLinks: (slugs: string[], changes: LinkInput) => Promise<ActionResult<BulkOutcome<Link>>>;
  deleteLinks: (slugs: string[]) => Promise<ActionResult<BulkOutcome<string>>>;
  /** Checks the preview again. Resolves with the failure reason, or null. */
  checkPreview: (slug: string) => Promise<ActionResult<string | null>>;
  saveShortcuts: (on: boolean) => Promise<void>;
}
