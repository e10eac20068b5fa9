import { ignoresCase } from "../links/slug-names";
import { visitSettings } from "./own-part";
import { pastedOfTarget, previewedSlugOf, queryOfTarget, slugOfTarget } from "./short-path";

interface Asked {
  slug: string;
  query: string;
  /** For `/<slug>+`, if PREVIEW_PAGES is on. */
  isPreview: boolean;
}

/**
 * Which short URL a request is for, or null. With IGNORE_CASE, what would be answered 404 is read
 * once more.
 */
export function readTarget(target: string): Asked | null {
  const slug = slugOfTarget(target);
  if (slug !== null) return { slug, query: queryOfTarget(target), isPreview: false };
  const previewed = visitSettings().get().PREVIEW_PAGES ? previewedSlugOf(target) : null;
  if (previewed !== null) return { slug: previewed, query: queryOfTarget(target), isPreview: true };
  const pasted = ignoresCase() ? pastedOfTarget(target) : null;
  return pasted && { ...pasted, isPreview: false };
}
