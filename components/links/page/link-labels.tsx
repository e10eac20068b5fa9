import NextLink from "next/link";
import { getViewer } from "@/components/layout/viewer";
import { SlidersHorizontal, StickyNote } from "@/components/links/icons";
import { getTexts } from "@/components/texts/get-texts";
import { withDeadline } from "@/lib/core/deadline";
import type { Link } from "@/lib/links/link";
import { listTagColors } from "@/lib/links/tags";
import { chipStyle } from "../../ui/chip";
import { tagHref } from "../links-href";
import { TagDot } from "../tag-mark";
import { settingsSummary } from "./link-rules";

const patienceMs = 1_000;

/** The tags of a link, which lead to the links that have them, what else is set, and its note. */
export async function LinkLabels({ link }: { link: Link }) {
  const { tags = [], note } = link;
  const t = await getTexts("links.page");
  const { timeZone, locale } = await getViewer();
  const rules = settingsSummary(link, t, await getTexts("links.rules"), locale, timeZone);
  if (tags.length === 0 && rules.length === 0 && !note) return null;
  // Without colours they still say what they have to say.
  const colors = await withDeadline(listTagColors(), patienceMs).catch(() => null);
  return (
    <div className="mb-3 flex flex-col gap-2">
      {tags.length > 0 && (
        <ul aria-label={t("tags")} className="flex flex-wrap gap-2 max-sm:gap-y-3.5">
          {tags.map((name) => (
            <li key={name} className="min-w-0">
              <NextLink
                href={tagHref(name)}
                prefetch={false}
                className={chipStyle({ size: "tiny", className: "max-w-full" })}
              >
                <TagDot color={colors?.get(name)} />
                <span className="truncate">{name}</span>
              </NextLink>
            </li>
          ))}
        </ul>
      )}
      {rules.length > 0 && (
        <p className="flex max-w-[720px] items-start gap-2 text-secondary text-small">
          <SlidersHorizontal aria-hidden className="mt-0.5 size-3.5 shrink-0 text-tertiary" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{rules.join(" · ")}</span>
        </p>
      )}
      {note && (
        <p className="flex max-w-[720px] items-start gap-2 text-secondary text-small">
          <StickyNote aria-hidden className="mt-0.5 size-3.5 shrink-0 text-tertiary" />
          <span className="sr-only">{t("note")}</span>
          <span className="min-w-0 whitespace-pre-line [overflow-wrap:anywhere]">{note}</span>
        </p>
      )}
    </div>
  );
}
