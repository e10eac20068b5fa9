"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { use, useEffect, useRef, useState } from "react";
import { useTexts } from "#texts";
import { useDashboardActions } from "@/components/layout/dashboard-actions";
import { useSharedUrl } from "@/components/layout/instance";
import { useOpenDialog } from "@/components/layout/open-dialog";
import { RoleContext } from "@/components/layout/role";
import { takeTyped } from "@/components/layout/typed-ahead";
import { useTheme } from "@/components/layout/use-theme";
import { useAnswer } from "@/components/links/link-queries";
import { useBackCloses } from "@/components/ui/back-closes";
import { backdropStyle } from "@/components/ui/dialog";
import { Search, X } from "@/components/ui/icons";
import { Kbd } from "@/components/ui/kbd";
import { useAction } from "@/components/ui/use-action";
import { useDebouncedValue } from "@/components/ui/use-debounced-value";
import { useOnlineRouter } from "@/components/ui/use-online-router";
import { findFolded } from "@/lib/core/fold-text";
import type { Link } from "@/lib/links/link";
import { type PaletteItem, paletteGroups } from "./palette-items";

/**
 * The command palette: searches links by slug, title, URL and note, tags, views and pages by name, and
 * offers actions for the first link found.
 */
export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useTexts("common");
  const open = useOpenDialog();
  useBackCloses(true, onClose);
  const sharedUrl = useSharedUrl();
  const { push } = useOnlineRouter();
  const [query, setQuery] = useState("");
  const { links, isCurrent } = useFoundLinks(query);
  const { saveTheme, signOut } = useDashboardActions();
  const [, setTheme] = useTheme(saveTheme);
  const { run } = useAction();
  const { answer: tags } = useAnswer("link-tags", {});
  const { answer: views } = useAnswer("views", {});
  const means = {
    open,
    sharedUrl,
    t,
    role: use(RoleContext),
    setTheme,
    go: (path: string) => void push(path),
    signOut: () => run(signOut),
  };
  const groups = paletteGroups(query, links, means, {
    tags: (tags ?? []).map(({ name }) => name),
    views: views ?? [],
  });

  const choose = (item: PaletteItem) => {
    onClose();
    item.run();
  };

  // Enter pressed before the matches of this query arrived waits for them, and then opens the
  // first.
  const isEnterHeld = useRef(false);
  const first = groups[0]?.items[0];
  useEffect(() => {
    if (!isCurrent || !isEnterHeld.current) return;
    isEnterHeld.current = false;
    if (first) choose(first);
  });

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropStyle} />
        <Dialog.Viewport className="fixed inset-0 z-20 flex items-start justify-center px-2 pt-[12vh] pb-2">
          <Dialog.Popup
            data-modal
            aria-label={t("palette.title")}
            className="flex max-h-[min(560px,76vh)] w-full max-w-[640px] flex-col overflow-hidden rounded-xl bg-raised shadow-overlay outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <Autocomplete.Root
              open
              inline
              mode="none"
              items={groups}
              value={query}
              onValueChange={(value, { reason }) => {
                if (reason === "item-press") return;
                isEnterHeld.current = false;
                setQuery(value);
              }}
              itemToStringValue={(item: PaletteItem) => item.name}
              autoHighlight="always"
              keepHighlight
            >
              <div className="flex h-[52px] shrink-0 items-center gap-3 border-hairline border-b px-4 text-lead">
                <Search aria-hidden className="size-4 text-tertiary" />
                <Autocomplete.Input
                  aria-label={t("palette.field")}
                  placeholder={t("palette.hint")}
                  className="h-full min-w-0 flex-1 bg-transparent outline-none"
                  spellCheck={false}
                  onKeyDown={(event) => {
                    if (event.key !== "Enter" || isCurrent) return;
                    event.preventDefault();
                    event.preventBaseUIHandler();
                    isEnterHeld.current = true;
                  }}
                  onFocus={() => {
                    const ahead = takeTyped();
                    if (ahead) setQuery((already) => already + ahead);
                  }}
                />
                <Dialog.Close
                  aria-label={t("palette.close")}
                  className="grid place-items-center rounded-[5px] max-sm:size-11"
                >
                  <Kbd className="max-sm:hidden">Esc</Kbd>
                  <X aria-hidden className="size-5 sm:hidden" />
                </Dialog.Close>
              </div>
              <Autocomplete.Empty className="px-[18px] text-secondary empty:hidden">
                <p className="py-6">{t("palette.none")}</p>
              </Autocomplete.Empty>
              <Autocomplete.List className="min-h-0 overflow-y-auto px-2 pb-2 empty:hidden">
                {(group: (typeof groups)[number]) => (
                  <Autocomplete.Group key={group.name} items={group.items} className="pt-2.5">
                    <Autocomplete.GroupLabel className="px-2.5 pb-1 text-label text-tertiary">
                      {group.name}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(item: PaletteItem) => (
                        <Row key={item.id} item={item} query={query} choose={choose} />
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
              <div
                aria-hidden
                className="flex shrink-0 gap-4 border-hairline border-t bg-sunken px-[18px] py-[9px] text-label text-secondary max-sm:hidden"
              >
                <span className="flex items-center gap-1.5">
                  <Kbd>↑</Kbd>
                  <Kbd>↓</Kbd> {t("palette.move")}
                </span>
                <span className="flex items-center gap-1.5">
                  <Kbd>↵</Kbd> {t("palette.open")}
                </span>
              </div>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Row({
  item,
  query,
  choose,
}: {
  item: PaletteItem;
  query: string;
  choose: (item: PaletteItem) => void;
}) {
  const t = useTexts("common");
  return (
    <Autocomplete.Item
      value={item}
      onClick={() => choose(item)}
      className="group flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-2.5 py-1 outline-none data-highlighted:bg-chosen"
    >
      <item.Icon
        aria-hidden
        className="size-4 shrink-0 text-tertiary group-data-highlighted:text-accent"
      />
      {item.slug !== undefined && (
        <span className="mono max-w-[50%] shrink-0 truncate font-medium">
          <span className="text-accent">/</span>
          <Marked text={item.slug} mark={query} />
        </span>
      )}
      <span
        className={
          item.slug === undefined
            ? "min-w-0 truncate"
            : "min-w-0 truncate text-secondary text-small"
        }
      >
        {item.slug === undefined ? item.name : <Marked text={item.name} mark={query} />}
      </span>
      <span className="ms-auto shrink-0 text-label text-secondary tabular-nums">
        {item.clicks !== undefined && t("palette.clicks", { count: item.clicks })}
        {item.key && <Kbd className="max-sm:hidden">{item.key}</Kbd>}
      </span>
    </Autocomplete.Item>
  );
}

/**
 * The newest links for an empty query, then the matches. The previous result stays until the next
 * answer arrives; until then `isCurrent` is false.
 */
function useFoundLinks(query: string): { links: Link[]; isCurrent: boolean } {
  const asked = useDebouncedValue(query.trim(), 120);
  const { answer, isAsking } = useAnswer("search", { q: asked });
  const last = useRef<Link[]>([]);
  useEffect(() => {
    if (answer) last.current = answer;
  }, [answer]);
  return { links: answer ?? last.current, isCurrent: !isAsking && asked === query.trim() };
}

/** `text` with the first match of `mark` underlined. */
function Marked({ text, mark }: { text: string; mark: string }) {
  const found = findFolded(text, mark.trim());
  if (found === null) return text;
  return (
    <>
      {text.slice(0, found.start)}
      <mark className="bg-transparent font-semibold text-inherit underline decoration-2 decoration-accent underline-offset-3">
        {text.slice(found.start, found.end)}
      </mark>
      {text.slice(found.end)}
    </>
  );
}
