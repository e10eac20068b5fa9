"use client";

import type { Route } from "next";
import NextLink from "next/link";
import { useEffect, useRef, useState } from "react";
import { useTexts } from "#texts";
import { useSharedUrl } from "@/components/layout/instance";
import { useOpenDialog } from "@/components/layout/open-dialog";
import { useMayEdit } from "@/components/layout/role";
import { useViewer } from "@/components/layout/viewer-context";
import { useLinkSelection } from "@/components/links/bulk/link-selection";
import { DestinationIcon } from "@/components/links/destination-icon";
import { hostLetter } from "@/components/links/host-letter";
import { CalendarClock } from "@/components/links/icons";
import { useAnswer } from "@/components/links/link-queries";
import { slugAt } from "@/components/links/row-focus";
import { ShortLink } from "@/components/links/short-link";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Pencil, X } from "@/components/ui/icons";
import { useDebouncedValue } from "@/components/ui/use-debounced-value";
import { formatInstant } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";
import { PeekCards, PeekSkeleton } from "./peek-cards";
import { PeekField } from "./peek-field";

/** While J is held, only the row that it rests on is read. */
const restMs = 100;

/** What a link does and did, beside the list; its title and destination can be changed in place. */
export default function PeekPanel({
  slug,
  onChange,
}: {
  slug: string;
  onChange: (slug: string | null) => void;
}) {
  const t = useTexts("links.peek");
  const panel = useRef<HTMLElement>(null);
  const { links } = useLinkSelection();
  const link = links.find((each) => each.slug === slug);
  // Changes of the link, which the list shows, are read again.
  const wanted = useDebouncedValue(`${slug} ${link?.updatedAt}`, restMs);
  const { answer, isAsking } = useAnswer("peek", { slug: wanted.split(" ")[0] ?? "", wanted });
  // What was read before stays while it is read again.
  const [last, setLast] = useState(answer);
  if (answer && answer !== last) setLast(answer);
  const peek = last?.link.slug === slug ? last : null;
  useFollowFocus(panel, slug, onChange);
  useEffect(() => {
    if (!link) onChange(null);
  }, [link, onChange]);

  if (!link) return null;
  return (
    <aside
      ref={panel}
      data-peek
      aria-label={t("label", { slug })}
      aria-busy={isAsking}
      className="fixed inset-y-0 end-0 z-7 w-[420px] max-w-full overflow-y-auto overscroll-contain border-hairline border-s bg-page shadow-overlay"
    >
      <PeekHead link={link} onClose={() => onChange(null)} />
      <div className="flex flex-col gap-4 p-4 max-sm:pb-24">
        {/* Fields of another link begin anew. */}
        <PeekFields key={slug} link={link} icon={peek?.icon} />
        {peek ? <PeekCards peek={peek} /> : <PeekSkeleton hasFailed={!isAsking && !answer} />}
      </div>
    </aside>
  );
}

/** The focus moves on in the list; Escape closes, and the focus goes back to the row. */
function useFollowFocus(
  panel: React.RefObject<HTMLElement | null>,
  slug: string,
  onChange: (slug: string | null) => void,
): void {
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const next = slugAt(target);
      if (next) onChange(next);
    };
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (document.querySelector('[data-modal], [role="menu"]')) return;
      if (event.target instanceof HTMLElement && event.target.matches("input, textarea")) return;
      // The selection stays.
      event.preventDefault();
      if (panel.current?.contains(document.activeElement))
        document.querySelector<HTMLElement>(`li[data-slug="${slug}"] [data-row-link]`)?.focus();
      onChange(null);
    };
    // The focus may have moved while the panel was loaded.
    const focused = slugAt(document.activeElement);
    if (focused && focused !== slug) onChange(focused);
    document.addEventListener("focusin", follow);
    addEventListener("keydown", press, { capture: true });
    return () => {
      document.removeEventListener("focusin", follow);
      removeEventListener("keydown", press, { capture: true });
    };
  }, [panel, slug, onChange]);
}

function PeekHead({ link, onClose }: { link: Link; onClose: () => void }) {
  const t = useTexts("links.peek");
  const common = useTexts("common");
  const address = useSharedUrl()(link);
  const open = useOpenDialog();
  return (
    <header className="sticky top-0 z-2 flex h-14 items-center gap-1 border-hairline border-b bg-page pe-2 ps-4">
      <NextLink
        href={`/dashboard/links/${link.slug}` as Route}
        prefetch={false}
        className="min-w-0 truncate rounded-bar"
      >
        <ShortLink slug={link.slug} />
      </NextLink>
      <CopyButton
        text={address}
        label={common("copyThat", { text: address })}
        variant="bare"
        size="iconSmall"
      />
      <span className="ms-auto" />
      {useMayEdit() && (
        <Button
          variant="bare"
          size="iconSmall"
          aria-label={t("editAll")}
          title={t("editAll")}
          onClick={() => open({ kind: "edit", link })}
        >
          <Pencil aria-hidden className="size-4" />
        </Button>
      )}
      <Button variant="bare" size="icon" aria-label={t("close")} onClick={onClose}>
        <X aria-hidden className="size-4" />
      </Button>
    </header>
  );
}

function PeekFields({ link, icon }: { link: Link; icon: string | undefined }) {
  const open = useOpenDialog();
  const t = useTexts("links.peek");
  const { timeZone, locale } = useViewer();
  const mayEdit = useMayEdit();
  return (
    <div className="flex flex-col gap-3">
      <PeekField link={link} field="title" name={t("title")} />
      <PeekField
        link={link}
        field="url"
        name={t("destination")}
        before={<DestinationIcon letter={hostLetter(link.url)} icon={icon} />}
      />
      <div className="flex min-h-9 items-center gap-2 text-small">
        <span className="font-medium">{t("expires")}</span>
        <span className="text-secondary">
          {link.expiresAt
            ? formatInstant(new Date(link.expiresAt), new Date(), timeZone, locale)
            : t("never")}
        </span>
        {mayEdit && (
          <Button
            size="small"
            className="ms-auto"
            onClick={() => open({ kind: "expiry", links: [link] })}
          >
            <CalendarClock aria-hidden className="size-4" />
            {t("setExpiry")}
          </Button>
        )}
      </div>
    </div>
  );
}
