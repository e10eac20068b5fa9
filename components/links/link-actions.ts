import type { ErrorCode, FieldProblem } from "@/lib/errors";
import type { Link } from "@/lib/links/link";

/** What an action answers: its value, or a refusal to show. `problems` name fields. */
export type Result<T> = { ok: true; value: T } | { ok: false; code: ErrorCode; message: string; problems: readonly FieldProblem[] };

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
  createLink: (input: LinkInput) => Promise<Result<Link>>;
  updateLink: (slug: string, changes: LinkInput) => Promise<Result<Link>>;
  /** The same changes to each; those that are gone are left out of the answer. */
  updateLinks: (slugs: string[], changes: LinkInput) => Promise<Result<Link[]>>;
  deleteLinks: (slugs: string[]) => Promise<Result<number>>;
  /** Reads the destination again; why it could not be read, or null. */
  checkPreview: (slug: string) => Promise<Result<string | null>>;
  saveShortcuts: (on: boolean) => Promise<void>;
}
