import { generateSlug, reservedSlugs, slugPattern } from "../core/slug";
import { database } from "../database/client";
import { suggestSlugs } from "./suggest-slugs";

export interface SlugCheck {
  /** `empty`: none was typed, and one will be drawn. */
  verdict: "empty" | "free" | "taken" | "reserved" | "malformed";
  /** Free ones to take instead, at most three; the last one is random. */
  suggestions: string[];
}

/** Whether a link could be given this slug now. Only the unique index decides in the end: see create-link. */
export async function checkSlug(wanted: { slug: string; url: string; title: string }, now: Date): Promise<SlugCheck> {
  const drawn = generateSlug();
  const candidates = suggestSlugs(wanted, now).slice(0, 6);
  const taken = new Set(
    (await database().link.findMany({ where: { slug: { in: [wanted.slug, ...candidates, drawn] } }, select: { slug: true } })).map(
      ({ slug }) => slug,
    ),
  );
  const free = candidates.filter((slug) => !taken.has(slug)).slice(0, 2);
  return { verdict: verdictOf(wanted.slug, taken), suggestions: taken.has(drawn) ? free : [...free, drawn] };
}

function verdictOf(slug: string, taken: ReadonlySet<string>): SlugCheck["verdict"] {
  if (slug === "") return "empty";
  if (reservedSlugs.has(slug)) return "reserved";
  if (!slugPattern.test(slug)) return "malformed";
  return taken.has(slug) ? "taken" : "free";
}
