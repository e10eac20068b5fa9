"use client";

import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useMemo, useState } from "react";
import { showToast } from "@/components/ui/toast";
import type { Link } from "@/lib/links/link";
import { keepTyped } from "../layout/typed-ahead";
import { failureMessage } from "./bulk-message";
import { answerOf, type LinkActions, type Result } from "./link-actions";
import { type SharedChanges, undoChanges } from "./undo-changes";

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
  /** Applies the same changes to each link, reports what was changed (`success` when all were) and offers to undo that. Resolves with whether anything was. */
  change: (links: Link[], changes: SharedChanges, success: string) => Promise<boolean>;
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
    async (links: Link[], changes: SharedChanges, success: string) => {
      const result = await answerOf(actions.updateLinks(slugsOf(links), changes));
      if (!result.ok) {
        showToast(result.message, { failed: true });
        return false;
      }
      const changedSlugs = slugsOf(result.value.done);
      const changed = links.filter(({ slug }) => changedSlugs.includes(slug));
      const failure = failureMessage("change", result.value);
      const undo = async () => {
        const { message, failed } = await undoChanges(actions, changed, changes);
        showToast(message, { failed });
      };
      showToast(failure ?? success, { failed: failure !== null, undo: changed.length > 0 ? () => void undo() : undefined });
      return changed.length > 0;
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

function slugsOf(links: Link[]): string[] {
  return links.map(({ slug }) => slug);
}
