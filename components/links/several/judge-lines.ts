import type { PastedLink } from "@/lib/core/pasted-links";
import type { LinkPreview } from "@/lib/links/preview-links";
import type { LinkInput } from "@/lib/links/schema";
import type { Texts } from "@/lib/texts/translator";

const mostLines = 1_000;
/** One request takes so much text. */
const mostBytes = 700_000;
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

/** As many lines as can be created at once. The others stay for the next time. */
export function firstLines(links: readonly PastedLink[]): PastedLink[] {
  const encoder = new TextEncoder();
  let bytes = 0;
  const end = links.slice(0, mostLines).findIndex((link) => {
    bytes += encoder.encode(keyOf(link)).length;
    return bytes > mostBytes;
  });
  return links.slice(0, end < 0 ? mostLines : end);
}

/** The lines that are sent, which does not depend on what the server has said of them. */
export function linesToSend(links: readonly PastedLink[]): PastedLink[] {
  return judgeLines(firstLines(links), new Map())
    .filter(({ verdict }) => verdict.outcome === "unknown")
    .map(({ link }) => link);
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
  if (total > lines.length) return t("createFirst", { count: lines.length });
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
