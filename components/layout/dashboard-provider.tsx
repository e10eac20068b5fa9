"use client";

import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from "react";
import type { LinkActions } from "../links/link-actions";
import { LinkActionsContext } from "../links/link-mutations";
import { InstanceContext } from "./instance";
import { type DialogRequest, OpenDialogContext } from "./open-dialog";
import { keepTyped } from "./typed-ahead";

// Each dialog is loaded when it is first opened.
const LinkDialog = lazy(() => import("../links/link-dialog"));
const ShareDialog = lazy(() => import("../links/share-dialog"));
const QrDialog = lazy(() => import("../links/qr-dialog"));
const ExpiryDialog = lazy(() => import("../links/expiry-dialog"));
const DeleteDialog = lazy(() => import("../links/delete-dialog"));
const Palette = lazy(() => import("./palette"));
const KeyboardHelp = lazy(() => import("./keyboard-help"));

/** Provides the dialogs, the server actions and the instance settings to the dashboard. */
export function DashboardProvider({ actions, baseUrl, children }: { actions: LinkActions; baseUrl: string; children: ReactNode }) {
  const [request, setRequest] = useState<DialogRequest | null>(null);
  const open = useCallback((next: DialogRequest) => {
    if (next.kind === "palette" || (next.kind === "create" && next.url === undefined)) keepTyped();
    setRequest(next);
  }, []);
  const close = useCallback(() => setRequest(null), []);
  const instance = useMemo(() => ({ baseUrl, host: new URL(baseUrl).host }), [baseUrl]);
  return (
    <InstanceContext value={instance}>
      <LinkActionsContext value={actions}>
        <OpenDialogContext value={open}>
          {children}
          <Suspense>{request && <DashboardDialog request={request} close={close} />}</Suspense>
        </OpenDialogContext>
      </LinkActionsContext>
    </InstanceContext>
  );
}

function DashboardDialog({ request, close }: { request: DialogRequest; close: () => void }) {
  switch (request.kind) {
    case "create":
      return <LinkDialog onClose={close} url={request.url} slug={request.slug} />;
    case "edit":
      return <LinkDialog onClose={close} link={request.link} />;
    case "share":
      return <ShareDialog onClose={close} link={request.link} />;
    case "qr":
      return <QrDialog onClose={close} link={request.link} />;
    case "expiry":
      return <ExpiryDialog onClose={close} links={request.links} />;
    case "delete":
      return <DeleteDialog onClose={close} links={request.links} />;
    case "palette":
      return <Palette onClose={close} />;
    case "help":
      return <KeyboardHelp onClose={close} />;
  }
}
