import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { CornerDownRight } from "@/components/links/icons";
import { useSaid } from "@/components/texts/get-said";
import { siteSettings } from "@/lib/config/site-settings";
import { formatDay } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";
import type { Move } from "@/lib/previews/moved-destinations";
import type { Sentence } from "@/lib/texts/sentence";
import type { Texts } from "@/lib/texts/translator";
import { cn } from "../../ui/cn";
import { EditInPlace } from "../form/edit-in-place";
import { linkStatus, type StatusSign } from "../link-status";
import { LinkStatusIcon } from "../link-status-icon";
import { LinkRemedy } from "./link-remedy";
import { MovedRemedy } from "./moved-remedy";
import { effectOf } from "./visitor-effect";

const tints: Partial<Record<StatusSign, string>> = {
  disabled: "bg-danger-tint",
  expired: "bg-danger-tint",
  usedUp: "bg-danger-tint",
  scheduled: "bg-bots-tint",
  broken: "bg-danger-tint",
  moved: "bg-bots-tint",
};

function useEffectOf(sign: StatusSign, link: Link): string {
  const t = useTexts("links.page");
  const effects = useTexts("links.effects");
  return sign === "disabled" || sign === "expired" || sign === "usedUp" || sign === "scheduled"
    ? effectOf(sign, link, siteSettings(), effects, sign === "scheduled")
    : t("stillRedirected");
}

/** One line for a link without expiry and click limit; null if there is more to say. */
function quiet(
  sign: StatusSign,
  { expiresAt, maxClicks }: Link,
  t: Texts<"links.status">,
): string | null {
  if (expiresAt !== null || maxClicks != null) return null;
  if (sign === "active") return t("noExpiry");
  return sign === "protected" ? t("names.protected") : null;
}

export interface LinkStateProps {
  link: Link;
  brokenReason: Sentence | null;
  moved: Move | null;
  /** Who changed it last, and when. */
  changed?: ReactNode;
  now: Date;
  timeZone: string;
  locale: string;
}

/**
 * The state of a link, when it was created and where it leads. A link that does not work gets a
 * banner with its remedy. From 640 px on the line has the same height in each state, so that the
 * page does not move when the state changes.
 */
export function LinkStateLine({ link, brokenReason, moved, changed, ...viewing }: LinkStateProps) {
  const t = useTexts("links.page");
  const status = useTexts("links.status");
  const { sign, sentence } = linkStatus(
    { ...link, brokenReason, movedTo: moved?.to ?? null },
    status,
    {
      ...viewing,
      said: useSaid(),
    },
  );
  const effect = useEffectOf(sign, link);
  const tint = tints[sign];
  const said =
    sign === "disabled" ? status("names.disabled") : (quiet(sign, link, status) ?? sentence);
  return (
    <div className="flex min-w-0 items-center gap-x-4 gap-y-1.5 text-secondary text-small max-md:flex-wrap max-sm:gap-y-0 min-[900px]:col-span-2">
      <div
        className={cn(
          "flex min-w-0 items-center gap-2 sm:h-10 md:max-w-[70%]",
          tint &&
            cn(
              "rounded-control pe-1.5 ps-3 text-text max-sm:min-h-14 max-sm:py-1.5 max-md:basis-full",
              tint,
            ),
        )}
      >
        <LinkStatusIcon sign={sign} />
        <p className="min-w-0 sm:line-clamp-2 lg:line-clamp-1">
          {tint
            ? t.rich("stateAndEffect", {
                state: said,
                effect,
                quiet: (text) => <span className="text-secondary">{text}</span>,
              })
            : said}
        </p>
        {sign === "moved" && moved ? (
          <MovedRemedy link={link} moved={moved} />
        ) : (
          tint && <LinkRemedy link={link} sign={sign} />
        )}
      </div>
      <div className="flex min-w-0 items-center gap-4 max-sm:flex-wrap max-sm:gap-y-0">
        <span className="whitespace-nowrap tabular-nums">
          {t("created", {
            date: formatDay(new Date(link.createdAt), { year: "always", ...viewing }),
          })}
        </span>
        {changed}
        <EditInPlace link={link} field="url">
          <a
            href={link.url}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-6 min-w-0 items-center gap-1.5 rounded-bar underline-offset-3 hover:underline max-sm:min-h-11"
          >
            <CornerDownRight aria-hidden className="size-3.5 shrink-0 text-tertiary" />
            <span className="sr-only">{t("destination")} </span>
            <span className="ltr-text truncate">{link.url.replace(/^https?:\/\//, "")}</span>
          </a>
        </EditInPlace>
      </div>
    </div>
  );
}
