import { access } from "../core/access";
import { parseUrl } from "../core/hosts";

/** Names the requested page to those that redirect to the sign-in page. */
export const returnPathHeader = "x-return-path";

declare const isPage: unique symbol;
/**
 * The address of a page of the dashboard on this server, which leads nowhere else. A server action
 * redirects to nothing but such an address: Next fetches what it leads to.
 */
export type PagePath = string & { readonly [isPage]: true };

export const firstPage = "/dashboard/overview" as PagePath;
export const signInPage = "/dashboard/sign-in" as PagePath;

const base = "http://dashboard.invalid";

/** The pages behind a sign-in. Others, and routes that are no page, are nothing to return to. */
const pages = Object.entries(access.pages)
  .filter(([page, needed]) => needed !== "anyone" && !page.includes("[..."))
  .map(([page]) => new RegExp(`^${page.replaceAll(/\[\w+\]/g, "[\\w-]+")}/?$`));

/** Where a sign-in goes on that needs more than the password, and `next` after it. */
export function stepPath(step: "done" | "second-step" | "set-up", next: PagePath): PagePath {
  if (step === "done") return next;
  return `${signInPage}/${step}?${new URLSearchParams({ next })}` as PagePath;
}

/** The sign-in page, which leads on to `returnPath(next)`. */
export function signInPath(next: string | null, more: Record<string, string> = {}): PagePath {
  const query = new URLSearchParams({ ...more, ...(next && { next }) });
  return (query.size > 0 ? `${signInPage}?${query}` : signInPage) as PagePath;
}

/**
 * The page to open after sign-in, as a browser resolves what was `wanted`: without dot segments.
 * The first page if that is none of the dashboard's.
 */
export function returnPath(wanted: string | null | undefined): PagePath {
  const { origin, pathname, search } = parseUrl(wanted ?? "", base) ?? new URL(base);
  const isOne = origin === base && pages.some((page) => page.test(pathname));
  // Next ends the address that it sends to a browser at a semicolon.
  return isOne ? ((pathname + search.replaceAll(";", "%3B")) as PagePath) : firstPage;
}
