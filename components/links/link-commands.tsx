"use client";

import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useMemo, useState } from "react";
import { showToast } from "@/components/ui/toast";
import type { Link } from "@/lib/links/link";
import { keepTyped } from "../layout/typed-ahead";
import type { LinkActions, LinkInput, Result } from "./link-actions";

/** A window to open. Each brings its code along when it is first wanted. */
export type LinkCommand =
  | { kind: "create"; url?: string; slug?: string }
  | { kind: "edit"; link: Link }
  | { kind: "share"; link: Link }
  | { kind: "qr"; link: Link }
  | { kind: "expiry"; links: Link[] }
  | { kind: "delete"; links: Link[] }
  | { kind: "palette" }
  | { kind: "help" };

interface LinkCommands {
  open: (command: LinkCommand) => void;
  /** Applies the same changes to each link, tells so, and offers to undo. */
  change: (links: Link[], changes: Pick<LinkInput, "enabled" | "expiresAt">, told: string) => Promise<boolean>;
  actions: LinkActions;
  /** Scheme and host of the short addresses. */
  baseUrl: string;
  host: string;
}

const Context = createContext<LinkCommands | null>(null);

export function useLinkCommands(): LinkCommands {
  const commands = use(Context);
  if (!commands) throw new Error("useLinkCommands needs a LinkCommandsProvider around it.");
  return commands;
}

const LinkDialog = lazy(() => import("./link-dialog"));
const ShareDialog = lazy(() => import("./share-dialog"));
const QrDialog = lazy(() => import("./qr-dialog"));
const ExpiryDialog = lazy(() => import("./expiry-dialog"));
const DeleteDialog = lazy(() => import("./delete-dialog"));
const Palette = lazy(() => import("../layout/palette"));
const KeyboardHelp = lazy(() => import("../layout/keyboard-help"));

/** Makes every window of the dashboard reachable from everywhere in it. */
export function LinkCommandsProvider({ actions, baseUrl, children }: { actions: LinkActions; baseUrl: string; children: ReactNode }) {
  const [command, setCommand] = useState<LinkCommand | null>(null);
  const open = useCallback((next: LinkCommand) => {
    if (next.kind === "palette" || (next.kind === "create" && next.url === undefined)) keepTyped();
    setCommand(next);
  }, []);
  const change = useCallback(
    async (links: Link[], changes: Pick<LinkInput, "enabled" | "expiresAt">, told: string) => {
      const result = await actions.updateLinks(slugsOf(links), changes);
      tell(result, () => showToast(told, { undo: () => void restore(actions, links, changes) }));
      return result.ok;
    },
    [actions],
  );
  const commands = useMemo(() => ({ open, change, actions, baseUrl, host: new URL(baseUrl).host }), [open, change, actions, baseUrl]);
  const close = useCallback(() => setCommand(null), []);
  return (
    <Context value={commands}>
      {children}
      <Suspense>{command && <Window command={command} close={close} />}</Suspense>
    </Context>
  );
}

function Window({ command, close }: { command: LinkCommand; close: () => void }) {
  switch (command.kind) {
    case "create":
      return <LinkDialog onClose={close} url={command.url} slug={command.slug} />;
    case "edit":
      return <LinkDialog onClose={close} link={command.link} />;
    case "share":
      return <ShareDialog onClose={close} link={command.link} />;
    case "qr":
      return <QrDialog onClose={close} link={command.link} />;
    case "expiry":
      return <ExpiryDialog onClose={close} links={command.links} />;
    case "delete":
      return <DeleteDialog onClose={close} links={command.links} />;
    case "palette":
      return <Palette onClose={close} />;
    case "help":
      return <KeyboardHelp onClose={close} />;
  }
}

/** Says that something was refused, or runs `done`. */
export function tell<T>(result: Result<T>, done: (value: T) => void): void {
  if (result.ok) done(result.value);
  else showToast(result.message, { failed: true });
}

/** Gives each link back what `changes` took from it, in as few requests as there were different values. */
async function restore(actions: LinkActions, links: Link[], changes: Pick<LinkInput, "enabled" | "expiresAt">): Promise<void> {
  const groups = new Map<string, { before: Pick<LinkInput, "enabled" | "expiresAt">; slugs: string[] }>();
  for (const { slug, enabled, expiresAt } of links) {
    const before = { ...("enabled" in changes ? { enabled } : {}), ...("expiresAt" in changes ? { expiresAt } : {}) };
    const key = JSON.stringify(before);
    groups.set(key, { before, slugs: [...(groups.get(key)?.slugs ?? []), slug] });
  }
  for (const { before, slugs } of groups.values()) {
    tell(await actions.updateLinks(slugs, before), () => {});
  }
  showToast(links.length === 1 ? "Undone" : `Undone for ${links.length} links`);
}

function slugsOf(links: Link[]): string[] {
  return links.map(({ slug }) => slug);
}
