import { generateSlug, reservedSlugs, slugPattern } from "../core/slug";
import { database } from "../database/client";
import { suggestSlugs } from "./suggest-slugs";

export interface SlugCheck {
  /** `empty`: none was typed, so one is generated. */
  verdict: "empty" | "free" | "taken" | "reserved" | "malformed";
  /** At most three free slugs; the last one is random. */
  suggestions: string[];
}

/** Whether a link could get this slug now. Only the unique index decides for certain: see create-link. */
export async function checkSlug(wanted: { slug: string; url: string; title: string }, now: Date): Promise<SlugCheck> {
  const generated = generateSlug();
  const candidates = suggestSlugs(wanted, now).slice(0, 6);
  const taken = new Set(
    (await database().link.findMany({ where: { slug: { in: [wanted.slug, ...candidates, generated] } }, select: { slug: true } })).map(
      ({ slug }) => slug,
    ),
  );
  const free = candidates.filter((slug) => !taken.has(slug)).slice(0, 2);
  return { verdict: verdictOf(wanted.slug, taken), suggestions: taken.has(generated) ? free : [...free, generated] };
}

function verdictOf(slug: string, taken: ReadonlySet<string>): SlugCheck["verdict"] {
  if (slug === "") return "empty";
  if (reservedSlugs.has(slug)) return "reserved";
  if (!slugPattern.test(slug)) return "malformed";
  return taken.has(slug) ? "taken" : "free";
}
