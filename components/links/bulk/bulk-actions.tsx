"use client";

import type { Route } from "next";
import NextLink from "next/link";
import { lazy, Suspense, useRef, useState } from "react";
import { useTexts } from "#texts";
import { ArrowRightLeft, CalendarClock } from "@/components/links/icons";
import { ChartPie, Ellipsis, Megaphone, QrCode, Tag as TagIcon, X } from "@/components/ui/icons";
import { formatMatches } from "@/lib/core/format";
import { mostSlugs } from "@/lib/core/tag";
import type { Link } from "@/lib/links/link";
import { useOpenDialog } from "../../layout/open-dialog";
import { useViewer } from "../../layout/viewer-context";
import { buttonStyle } from "../../ui/button";
import { cn } from "../../ui/cn";
import { MenuButton } from "../../ui/menu-button";
import { showToast } from "../../ui/toast";
import { useBarHeight } from "../../ui/use-bar-height";
import { ask } from "../link-queries";
import { statisticsPage } from "../links-href";
import { mostSheetLinks, sheetHref } from "../sheet-href";
import { useChangeLinks } from "./link-mutations";
import { useLinkSelection } from "./link-selection";

const BulkMore = lazy(() => import("./bulk-more"));
const TagsDialog = lazy(() => import("./tags-dialog"));
const ChannelsDialog = lazy(() => import("./channels-dialog"));
const ReplaceDialog = lazy(() => import("./replace-dialog"));

/** Without icons they stand on one line of a laptop. */
const item = cn(
  buttonStyle({ variant: "inverse", size: "small" }),
  "h-8 sm:max-[1479px]:[&>svg]:hidden max-sm:h-auto max-sm:min-h-12 max-sm:min-w-min max-sm:flex-[1_1_23%] max-sm:flex-col max-sm:self-stretch max-sm:justify-center max-sm:gap-0.5 max-sm:px-0.5 max-sm:py-1 max-sm:text-label",
);
const rule = <span aria-hidden className="mx-1 h-5 w-px bg-on-inverse/20 max-sm:hidden" />;

/**
 * Actions on the selected links, above the foot of the screen. Toasts and the focused row stay
 * above it: see `--bulk-bar`.
 */
export default function BulkActions() {
  const t = useTexts("bulk");
  const open = useOpenDialog();
  const change = useChangeLinks();
  const { links, selected, isSelected, isWhole, matches, selectAll } = useLinkSelection();
  const bar = useRef<HTMLElement>(null);
  const space = useRef<HTMLDivElement>(null);
  useBarHeight(bar, space);
  const [isSending, setSending] = useState(false);
  const [dialog, setDialog] = useState<"tags" | "channels" | "replace">();
  const { total: _, ...parameters } = matches;
  const count = selected.length;
  const [only] = selected.length === 1 ? selected : [];
  const [host, ...others] = new Set(links.filter(({ slug }) => isSelected(slug)).map(webHost));
  const sharedHost = others.length === 0 ? host : undefined;
  // What was known of links on other pages is outdated once they are changed.
  const done = () => isWhole && selectAll(false);
  const onClose = () => setDialog(undefined);
  const enable = async (enabled: boolean) => {
    setSending(true);
    const said = t(enabled ? "isEnabled" : "isDisabled", { count, slug: only?.slug ?? "" });
    if (await change(selected, { enabled }, said)) done();
    setSending(false);
  };

  const exported = isWhole ? parameters : { slug: selected.map(({ slug }) => slug).join(",") };
  return (
    <>
      <div aria-hidden ref={space} />
      <section
        ref={bar}
        aria-label={t("selectedLinks")}
        className="fixed inset-x-4 bottom-5 z-6 mx-auto flex w-max max-w-[calc(100%-2rem)] sm:max-w-[calc(100%-6rem)] lg:max-w-[calc(100%-16rem)] flex-wrap items-center gap-0.5 rounded-xl bg-inverse p-1.5 text-on-inverse text-small shadow-overlay max-sm:bottom-[calc(68px+env(safe-area-inset-bottom))] max-sm:w-full sm:start-20 lg:start-60 peeking:end-[436px] peeking:max-w-[calc(100%-43rem)]"
      >
        <span className="pe-2 ps-2.5 font-medium tabular-nums max-sm:flex max-sm:h-11 max-sm:items-center">
          {t("selected", { count })}
        </span>
        <SelectMore />
        <span aria-hidden className="h-0 w-full sm:hidden" />
        {rule}
        <button
          type="button"
          className={item}
          onClick={() => open({ kind: "expiry", links: selected, done })}
        >
          <CalendarClock aria-hidden className="size-4" /> {t("setExpiry")}
        </button>
        <button type="button" className={item} onClick={() => setDialog("tags")}>
          <TagIcon aria-hidden className="size-4" /> {t("tags")}
        </button>
        <button type="button" className={item} onClick={() => setDialog("channels")}>
          <Megaphone aria-hidden className="size-4" /> {t("channels")}
        </button>
        <button type="button" className={item} onClick={() => setDialog("replace")}>
          <ArrowRightLeft aria-hidden className="size-4" /> {t("replace")}
        </button>
        {selected.length <= mostSheetLinks && (
          <a
            className={item}
            href={sheetHref(
              selected.map(({ id }) => id),
              [],
            )}
            target="_blank"
            rel="noopener"
          >
            <QrCode aria-hidden className="size-4" /> {t("qrSheet")}
          </a>
        )}
        {selected.length <= mostSlugs && (
          <NextLink
            className={item}
            href={statisticsPage({ slug: selected.map(({ slug }) => slug) }) as Route}
            prefetch={false}
          >
            <ChartPie aria-hidden className="size-4" /> {t("statistics")}
          </NextLink>
        )}
        <MenuButton
          variant="inverse"
          size="small"
          className="h-8 px-2 max-sm:h-auto max-sm:min-h-12 max-sm:flex-[1_1_23%] max-sm:self-stretch"
          aria-label={t("more")}
          menu={(menu) => (
            <BulkMore
              {...menu}
              exported={exported}
              isSending={isSending}
              onEnable={(enabled) => void enable(enabled)}
              onDelete={() => open({ kind: "delete", links: selected, done })}
            />
          )}
        >
          <Ellipsis aria-hidden className="size-4" />
        </MenuButton>
        {rule}
        <button
          type="button"
          className={cn(
            item,
            "max-sm:absolute max-sm:top-1.5 max-sm:end-1.5 max-sm:size-11 max-sm:min-h-0 max-sm:flex-none",
          )}
          aria-label={t("clear")}
          aria-keyshortcuts="Escape"
          onClick={() => selectAll(false)}
        >
          <span className="max-sm:hidden">{t("clearShort")}</span>
          <X aria-hidden className="size-4 sm:hidden" />
        </button>
      </section>
      <Suspense>
        {dialog === "tags" && <TagsDialog {...{ links: selected, onClose, done }} />}
        {dialog === "channels" && <ChannelsDialog {...{ links: selected, onClose, done }} />}
        {dialog === "replace" && (
          <ReplaceDialog host={sharedHost} {...{ links: selected, onClose, done }} />
        )}
      </Suspense>
    </>
  );
}

/** Undefined for a destination that an app opens. */
function webHost({ url }: Link): string | undefined {
  return /^https?:/i.test(url) ? new URL(url).host : undefined;
}

/** Offers all links of the page, then all that match the search and filter. */
function SelectMore() {
  const t = useTexts("bulk");
  const { locale } = useViewer();
  const { links, selected, isWhole, matches, selectAll, selectWhole } = useLinkSelection();
  const [isAsking, setAsking] = useState(false);
  const isPage = selected.length >= links.length;
  if (isWhole || (isPage && matches.total <= links.length)) return null;
  const { total, ...parameters } = matches;
  const isNarrowed = Object.values(parameters).some((value) => value && value !== "all");
  const selectMatching = async () => {
    setAsking(true);
    const found = await ask("matching", parameters);
    setAsking(false);
    if (found === null) return showToast(t("notRead"), { failed: true });
    selectWhole(found);
    if (found.length < total) showToast(t("selectedFirst", { count: found.length }));
  };
  return (
    <button
      type="button"
      disabled={isAsking}
      className={cn(
        buttonStyle({ variant: "inverse", size: "small" }),
        "h-8 underline underline-offset-3 max-sm:me-11 max-sm:h-11 max-sm:min-w-0 max-sm:shrink",
        !isPage && "sm:hidden",
      )}
      onClick={() => (isPage ? void selectMatching() : selectAll(true))}
    >
      {isPage
        ? t(isNarrowed ? "allMatching" : "allOfList", {
            count: formatMatches(total, parameters, locale),
          })
        : t("allOfPage", { count: links.length })}
    </button>
  );
}
