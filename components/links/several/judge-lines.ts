import type { PastedLink } from "@/lib/core/pasted-links";
import type { LinkPreview } from "@/lib/links/preview-links";
import type { LinkInput } from "@/lib/links/schema";
import type { Texts } from "@/lib/texts/translator";

export const mostLines = 1_000;
/** The server takes so many at once, and as much text. */
const portionLength = 50;
/** No address and title that are valid together have more. */
const longestLine = 10_000;

type SeveralTexts = Texts<"form.several">;

/** What would become of a line. */
export type Verdict =
  | LinkPreview
  | { outcome: "unknown" }
  /** The same as an earlier line. */
  | { outcome: "repeated"; of: number };

export interface JudgedLine {
  link: PastedLink;
  verdict: Verdict;
}

/** Lines with the same key get the same preview. */
export function keyOf({ url, slug, title }: PastedLink): string {
  return JSON.stringify([url, slug, title]);
}

const unknown: Verdict = { outcome: "unknown" };

/**
 * What would become of each line, with what the server has said so far, by `keyOf`. `t`: for whoever
 * shows the problems.
 */
export function judgeLines(
  links: readonly PastedLink[],
  previews: ReadonlyMap<string, LinkPreview>,
  t?: SeveralTexts,
): JudgedLine[] {
  const lineOf = new Map<string, number>();
  const lineOfSlug = new Map<string, number>();
  return links.map((link) => {
    const pair = JSON.stringify([link.url, link.slug]);
    const [first, holder] = [lineOf.get(pair), link.slug && lineOfSlug.get(link.slug)];
    if (first !== undefined) return { link, verdict: { outcome: "repeated", of: first } };
    lineOf.set(pair, link.line);
    if (!isSendable(link)) {
      const problem = t?.("tooLong", { most: longestLine }) ?? "";
      return { link, verdict: { outcome: "invalid", problem } };
    }
    const verdict = previews.get(keyOf(link)) ?? unknown;
    if (holder && verdict.outcome !== "taken") {
      const problem = t?.("sameSlug", { line: String(holder), slug: link.slug }) ?? "";
      return { link, verdict: { outcome: "invalid", problem } };
    }
    if (link.slug) lineOfSlug.set(link.slug, link.line);
    return { link, verdict };
  });
}

export function isSendable({ url, slug, title }: PastedLink): boolean {
  return url.length + slug.length + title.length <= longestLine;
}

/** The lines that are sent, which does not depend on what the server has said of them. */
export function linesToSend(links: readonly PastedLink[]): PastedLink[] {
  return judgeLines(links.slice(0, mostLines), new Map())
    .filter(({ verdict }) => verdict.outcome === "unknown")
    .map(({ link }) => link);
}

export function portionsOf<T>(rows: readonly T[]): T[][] {
  const count = Math.ceil(rows.length / portionLength);
  return Array.from({ length: count }, (_, at) =>
    rows.slice(at * portionLength, (at + 1) * portionLength),
  );
}

/**
 * The portions in which lines are sent. First that which got no answer, by `keyOf`: only the same
 * lines with the same key get the stored answer.
 */
export function portionsAfter(
  rows: readonly PastedLink[],
  unanswered: readonly string[],
): PastedLink[][] {
  const rowOf = new Map(rows.map((row) => [keyOf(row), row]));
  const again = unanswered.flatMap((key) => rowOf.get(key) ?? []);
  if (again.length === 0 || again.length < unanswered.length) return portionsOf(rows);
  return [again, ...portionsOf(rows.filter((row) => !again.includes(row)))];
}

/** The body of a request that creates the link. */
export function toInput({ url, slug, title }: PastedLink): LinkInput {
  return { url, ...(slug ? { slug } : {}), ...(title ? { title } : {}) };
}

function countOf(lines: readonly JudgedLine[], ...outcomes: Verdict["outcome"][]): number {
  return lines.filter(({ verdict }) => outcomes.includes(verdict.outcome)).length;
}

/** What the button does. `total`: of links, with those beyond the most. */
export function createLabel(
  lines: readonly JudgedLine[],
  total: number,
  reuses: boolean,
  t: SeveralTexts,
): string {
  if (total > mostLines) return t("createFirst", { count: mostLines });
  const created = countOf(lines, "new", "unknown", ...(reuses ? [] : (["exists"] as const)));
  if (created > 0) return t("create", { count: created });
  return countOf(lines, "exists") > 0 ? t("show") : t("createNone");
}

/** How many lines have each outcome, as one sentence. `reuses`: existing links are used. */
export function summarise(lines: readonly JudgedLine[], reuses: boolean, t: SeveralTexts): string {
  const of = (...outcomes: Verdict["outcome"][]) => countOf(lines, ...outcomes);
  const parts = [
    [of("new", ...(reuses ? [] : (["exists"] as const))), "new"],
    [reuses ? of("exists") : 0, "exist"],
    [of("taken"), "taken"],
    [of("invalid"), "invalid"],
    [of("repeated"), "repeated"],
    [of("unknown"), "checked"],
  ] as const;
  const said = parts.flatMap(([number, name]) => (number > 0 ? [t(name, { count: number })] : []));
  return t("summary", { count: lines.length, parts: t.list(said) });
}
