"use client";

import { useRouter } from "next/navigation";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import type { DashboardActions } from "@/components/layout/dashboard-actions";
import { DashboardActionsContext } from "@/components/layout/dashboard-actions";
import { InstanceContext } from "@/components/layout/instance";
import { type DialogRequest, isEditing, OpenDialogContext } from "@/components/layout/open-dialog";
import { RoleContext } from "@/components/layout/role";
import { keepTyped } from "@/components/layout/typed-ahead";
import { OptimisticLinks } from "@/components/links/bulk/optimistic-links";
import type { Role } from "@/lib/core/access";
import type { Domains } from "@/lib/core/domains";
import type { NewLinkDefaults } from "@/lib/core/new-link-defaults";

// Each dialog is loaded when it is first opened, the three behind keys of their own before.
const [loadLinkDialog, loadPalette, loadHelp] = [
  () => import("@/components/links/form/link-dialog"),
  () => import("./palette"),
  () => import("@/components/layout/keyboard-help"),
];
const LinkDialog = lazy(loadLinkDialog);
const SeveralDialog = lazy(() => import("@/components/links/several/several-dialog"));
const ShareDialog = lazy(() => import("@/components/links/share/share-dialog"));
const QrDialog = lazy(() => import("@/components/links/qr/qr-dialog"));
const ExpiryDialog = lazy(() => import("@/components/links/bulk/expiry-dialog"));
const DeleteDialog = lazy(() => import("@/components/links/bulk/delete-dialog"));
const Palette = lazy(loadPalette);
const KeyboardHelp = lazy(loadHelp);

interface Props {
  actions: DashboardActions;
  baseUrl: string;
  domains: Domains;
  newLink: NewLinkDefaults;
  role: Role;
  children: ReactNode;
}

/** Provides the dialogs, the server actions and the instance settings to the dashboard. */
export function DashboardProvider({ actions, baseUrl, domains, newLink, role, children }: Props) {
  const [request, setRequest] = useState<DialogRequest | null>(null);
  const open = useCallback(
    (next: DialogRequest) => {
      if (role === "reader" && isEditing(next)) return;
      if (
        next.kind === "palette" ||
        (next.kind === "create" && next.url === undefined && !next.from)
      )
        keepTyped();
      setRequest(next);
    },
    [role],
  );
  useLoadAhead();
  const close = useCallback(() => setRequest(null), []);
  const instance = useMemo(
    () => ({ baseUrl, host: new URL(baseUrl).host, domains, newLink }),
    [baseUrl, domains, newLink],
  );
  return (
    <RoleContext value={role}>
      <InstanceContext value={instance}>
        <DashboardActionsContext value={actions}>
          <OpenDialogContext value={open}>
            <OptimisticLinks>
              {children}
              <Suspense>{request && <DashboardDialog request={request} close={close} />}</Suspense>
            </OptimisticLinks>
          </OpenDialogContext>
        </DashboardActionsContext>
      </InstanceContext>
    </RoleContext>
  );
}

/** A page that is only glanced at stays small. */
const idleMs = 4_000;

/**
 * Loads dialogs as soon as somebody moves the pointer or presses a key, and at the latest when the
 * page has been idle for a while, so that none opens cold. With them comes the browser's time zone,
 * for those who signed in before it was taken there.
 */
function useLoadAhead(): void {
  const { refresh } = useRouter();
  useEffect(() => {
    const stop = new AbortController();
    const load = () => {
      stop.abort();
      // Offline, opening a dialog tries again.
      void Promise.allSettled([
        loadLinkDialog(),
        loadPalette(),
        loadHelp(),
        import("./stay-offline"),
        import("@/components/layout/browser-zone").then(
          ({ takeBrowserZone }) => takeBrowserZone() && refresh(),
        ),
      ]);
    };
    for (const sign of ["pointermove", "pointerdown", "keydown"])
      addEventListener(sign, load, { signal: stop.signal, passive: true });
    const idle = setTimeout(load, idleMs);
    stop.signal.addEventListener("abort", () => clearTimeout(idle));
    return () => stop.abort();
  }, [refresh]);
}

function DashboardDialog({ request, close }: { request: DialogRequest; close: () => void }) {
  switch (request.kind) {
    case "create":
      return (
        <LinkDialog
          onClose={close}
          url={request.url}
          slug={request.slug}
          title={request.title}
          from={request.from}
        />
      );
    case "several":
      return <SeveralDialog onClose={close} text={request.text} />;
    case "edit":
      return <LinkDialog onClose={close} link={request.link} field={request.field} />;
    case "share":
      return <ShareDialog onClose={close} link={request.link} />;
    case "qr":
      return <QrDialog onClose={close} link={request.link} url={request.url} />;
    case "expiry":
      return <ExpiryDialog onClose={close} links={request.links} done={request.done} />;
    case "delete":
      return <DeleteDialog onClose={close} links={request.links} done={request.done} />;
    case "palette":
      return <Palette onClose={close} />;
    case "help":
      return <KeyboardHelp onClose={close} />;
  }
}
