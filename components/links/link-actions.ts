import type { ErrorCode, FieldProblem } from "@/lib/errors";
import type { SlugCheck } from "@/lib/links/check-slug";
import type { Link } from "@/lib/links/link";
import type { Theme } from "../layout/reader";

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

/** One label of the link's statistics and its clicks. */
export interface Counted {
  label: string;
  count: number;
}

/** What a link is shared with: its own UTM values of the last 30 days, and those used anywhere before. */
export interface ShareFacts {
  /** Clicks in the last 30 days. */
  clicks: number;
  sources: Counted[];
  mediums: Counted[];
  campaigns: Counted[];
}

export interface CardFacts {
  title: string | null;
  description: string | null;
  image: string | null;
  site: string | null;
}

/** The server actions that the dashboard's parts call. Each authorises itself. */
export interface LinkActions {
  createLink: (input: LinkInput) => Promise<Result<Link>>;
  updateLink: (slug: string, changes: LinkInput) => Promise<Result<Link>>;
  /** The same changes to each; those that are gone are left out of the answer. */
  updateLinks: (slugs: string[], changes: LinkInput) => Promise<Result<Link[]>>;
  deleteLinks: (slugs: string[]) => Promise<Result<number>>;
  checkSlug: (wanted: { slug: string; url: string; title: string }) => Promise<Result<SlugCheck>>;
  linksTo: (url: string) => Promise<Result<{ slugs: string[]; total: number }>>;
  searchLinks: (q: string) => Promise<Result<Link[]>>;
  /** Clicks of a link in the last 7 days, today included. */
  clicksOfWeek: (slug: string) => Promise<Result<number>>;
  shareFacts: (slug: string) => Promise<Result<ShareFacts>>;
  saveTheme: (theme: Theme) => Promise<void>;
  saveShortcuts: (on: boolean) => Promise<void>;
}
