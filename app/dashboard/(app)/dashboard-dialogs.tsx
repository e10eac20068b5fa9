"use client";

import { lazy } from "react";
import { takeBrowserZone } from "@/components/layout/browser-zone";
import type { DialogRequest } from "@/components/layout/open-dialog";
import { textsInBrowser } from "@/components/texts/known-texts";
import { laterTexts } from "@/components/texts/later-texts";
import { loadToasts } from "@/components/ui/toast";

// Each dialog is loaded when it is first opened, the three behind keys of their own before, and two
// on the page of a link.
const [loadLinkDialog, loadPalette, loadHelp, loadShare, loadQr] = [
  () => import("@/components/links/form/link-dialog"),
  () => import("./palette"),
  () => import("@/components/layout/keyboard-help"),
  () => import("@/components/links/share/share-dialog"),
  () => import("@/components/links/qr/qr-dialog"),
];
const LinkDialog = lazy(loadLinkDialog);
const SeveralDialog = lazy(() => import("@/components/links/several/several-dialog"));
const ShareDialog = lazy(loadShare);
const FiguresDialog = lazy(() => import("@/components/shares/figures-dialog"));
const QrDialog = lazy(loadQr);
const ExpiryDialog = lazy(() => import("@/components/links/bulk/expiry-dialog"));
const DeleteDialog = lazy(() => import("@/components/links/bulk/delete-dialog"));
const ViewDialog = lazy(() => import("@/components/links/list/view-dialog"));
const Palette = lazy(loadPalette);
const KeyboardHelp = lazy(loadHelp);

/**
 * Loads the dialogs that open most often, and takes the browser's time zone for those who signed in
 * before it was taken there.
 */
export function loadAhead(refresh: () => void): void {
  for (const load of [
    loadLinkDialog,
    loadPalette,
    loadHelp,
    loadToasts,
    () => import("./keep-focus"),
    ...(location.pathname.startsWith("/dashboard/links/") ? [loadShare, loadQr] : []),
  ])
    void load();
  void laterTexts(textsInBrowser().locale);
  if (takeBrowserZone()) refresh();
}

/** The dialog that was asked for. */
export default function DashboardDialog({
  request,
  close: closeOf,
}: {
  request: DialogRequest;
  close: (of: DialogRequest) => void;
}) {
  const close = () => closeOf(request);
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
      return (
        <LinkDialog
          onClose={close}
          link={request.link}
          field={request.field}
          url={request.url}
          title={request.title}
        />
      );
    case "share":
      return <ShareDialog onClose={close} link={request.link} addsChannel={request.addsChannel} />;
    case "figures":
      return <FiguresDialog onClose={close} of={request.of} dates={request.dates} />;
    case "qr":
      return <QrDialog onClose={close} link={request.link} url={request.url} />;
    case "expiry":
      return <ExpiryDialog onClose={close} links={request.links} done={request.done} />;
    case "delete":
      return <DeleteDialog onClose={close} links={request.links} done={request.done} />;
    case "view":
      return <ViewDialog onClose={close} query={request.query} view={request.view} />;
    case "palette":
      return <Palette onClose={close} />;
    case "help":
      return <KeyboardHelp onClose={close} />;
  }
}
