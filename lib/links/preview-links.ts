import { isSluglineError, type SluglineError } from "../core/errors";
import { database } from "../database/client";
import { inTurn, type Sentence, sentence } from "../texts/sentence";
import { findDeletedSlugs } from "./deleted-slugs";
import { findLinks } from "./find-links-to";
import { accepted, checkEach, type Outcome } from "./outcome";
import type { NewLink } from "./schema";
import { findOwners, findTaken, slugKey } from "./slug-names";
import { suggestSlugs } from "./suggest-slugs";

/** What would become of a new link. Only the database decides for certain: see insert-links. */
export type LinkPreview =
  | { outcome: "new" }
  /** A link with this destination, and this slug if one is given, has it. */
  | { outcome: "exists"; slug: string }
  /** `proposal`: a free slug that is like it, or null. */
  | { outcome: "taken"; proposal: string | null }
  | { outcome: "invalid"; problem: string };

/**
 * What would become of each row. `check` validates one, or throws why it is refused. `said`: for
 * who shows it.
 */
export async function previewLinks<T>(
  rows: readonly T[],
  check: (row: T) => NewLink,
  now: Date,
  said: (sentence: Sentence) => string,
): Promise<LinkPreview[]> {
  const checked = checkEach(rows, check);
  const links = accepted<NewLink>(checked);
  const [existing, taken] = await Promise.all([
    findLinks(links, now, database()),
    findTaken(
      // Without a slug one that is free is generated, and the empty one is never taken.
      links.map(({ slug = "" }) => ({ slug })),
      database(),
    ),
  ]);
  const isTaken = links.map(
    ({ slug }, index) => slug !== undefined && taken[index] !== null && existing[index] === null,
  );
  const proposals = await proposeSlugs(
    links.filter((_, index) => isTaken[index]),
    now,
  );
  let at = 0;
  return checked.map((link: Outcome<NewLink>): LinkPreview => {
    if (isSluglineError(link)) return { outcome: "invalid", problem: said(sentenceOf(link)) };
    const index = at++;
    const found = existing[index];
    if (found) return { outcome: "exists", slug: found.slug };
    return isTaken[index]
      ? { outcome: "taken", proposal: proposals.get(link) ?? null }
      : { outcome: "new" };
  });
}

/** In the words of somebody who typed a line. */
function sentenceOf({ problems, sentence: its }: SluglineError): Sentence {
  const sentences = problems.map(({ path, sentence: problem }) =>
    path === "url" || path === "slug" || path === "title"
      ? sentence(({ url: "theUrlIs", slug: "theSlugIs", title: "theTitleIs" } as const)[path], {
          problem,
        })
      : sentence("fieldIsIn", { field: path, problem }),
  );
  return problems.length === 0 ? its : inTurn(sentences, "thenSentence");
}

/** A free slug for each, which no link had before and which is proposed only once. */
async function proposeSlugs(links: readonly NewLink[], now: Date): Promise<Map<NewLink, string>> {
  const wanted = links.map((link) => ({
    link,
    candidates: suggestSlugs(
      { slug: link.slug ?? "", url: link.url, title: link.title ?? "" },
      now,
    ).slice(0, 6),
  }));
  const all = wanted.flatMap(({ candidates }) => candidates);
  const [owners, deleted] = await Promise.all([findOwners(all, database()), findDeletedSlugs(all)]);
  const given = new Set<string>();
  const proposals = new Map<NewLink, string>();
  for (const { link, candidates } of wanted) {
    const free = candidates.find(
      (slug) => !owners.has(slugKey(slug)) && !deleted.has(slug) && !given.has(slugKey(slug)),
    );
    if (free === undefined) continue;
    given.add(slugKey(free));
    proposals.set(link, free);
  }
  return proposals;
}
