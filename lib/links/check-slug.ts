import { reservedSlugs, slugPattern } from "../core/slug";
import { database } from "../database/client";
import { findDeletedSlugs } from "./deleted-slugs";
import { generateSlug } from "./generate-slug";
import { findOwners, slugKey } from "./slug-names";
import { suggestSlugs } from "./suggest-slugs";

export interface SlugCheck {
  /** `empty`: none was typed, so one is generated. */
  verdict: "empty" | "free" | "taken" | "reserved" | "malformed";
  /** Until when another link had the free slug, ISO 8601; null if that is not known. */
  deletedAt: string | null;
  /** At most three free slugs, which no link had before; the last one is random. */
  suggestions: string[];
}

/**
 * Whether a link could get this slug now. `own`: of the link that is edited. Only the database
 * decides for certain: see insert-links.
 */
export async function checkSlug(
  wanted: { slug: string; url: string; title: string; own?: string },
  now: Date,
): Promise<SlugCheck> {
  const { own = "" } = wanted;
  const generated = generateSlug();
  const candidates = suggestSlugs(wanted, now).slice(0, 6);
  const [owners, deleted] = await Promise.all([
    findOwners([wanted.slug, ...candidates, generated, own], database()),
    findDeletedSlugs([wanted.slug, ...candidates]),
  ]);
  const [self] = own === "" ? [] : (owners.get(slugKey(own)) ?? []);
  const isTaken = (slug: string) => owners.get(slugKey(slug))?.some((id) => id !== self) ?? false;
  const verdict = verdictOf(wanted.slug, isTaken);
  const free = candidates
    .filter((slug) => !owners.has(slugKey(slug)) && !deleted.has(slug))
    .slice(0, 2);
  return {
    verdict,
    deletedAt:
      (verdict === "free" &&
        !owners.has(slugKey(wanted.slug)) &&
        deleted.get(wanted.slug)?.toISOString()) ||
      null,
    suggestions: owners.has(slugKey(generated)) ? free : [...free, generated],
  };
}

function verdictOf(slug: string, isTaken: (slug: string) => boolean): SlugCheck["verdict"] {
  if (slug === "") return "empty";
  if (reservedSlugs.has(slug)) return "reserved";
  if (!slugPattern.test(slug)) return "malformed";
  return isTaken(slug) ? "taken" : "free";
}
