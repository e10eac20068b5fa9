"use client";

import { useRef, useState, useTransition } from "react";
import { formatNumber } from "@/lib/core/format";
import type { LinkRef } from "@/lib/links/link";
import { useDashboardActions } from "../../layout/dashboard-actions";
import { useViewer } from "../../layout/viewer-context";
import { AlertDialog } from "../../ui/alert-dialog";
import { showToast } from "../../ui/toast";
import { failureMessage } from "../portions/bulk-message";
import { inPortions, portionLength } from "../portions/in-portions";
import { useRefreshAfter } from "../portions/use-refresh-after";
import { rowLinkAfter } from "../row-focus";
import { useFollowLink } from "../use-follow-link";
import { useOptimisticLinks } from "./optimistic-links";

/** From this many clicks on, the slug (or the number of links) must be typed to confirm. */
const muchClicked = 100;

interface Props {
  links: LinkRef[];
  onClose: () => void;
  /** Called once links are deleted. */
  done?: (() => void) | undefined;
}

/**
 * Confirms deletion. Links with many clicks need typed confirmation. In the list it closes at once,
 * and the rows disappear.
 */
export default function DeleteDialog({ links, onClose, done }: Props) {
  const { locale } = useViewer();
  const { remove, sent, error, pending } = useDelete(links, onClose, done);
  const isConfirmed = useRef(false);
  const clicks = links.reduce((sum, { clickCount }) => sum + clickCount, 0);
  const [only] = links.length === 1 ? links : [];
  const many = `${formatNumber(links.length, locale)} links`;
  const what = only ? `/${only.slug}` : many;

  return (
    <AlertDialog
      open
      onClose={onClose}
      finalFocus={() =>
        (isConfirmed.current && rowLinkAfter(links.map(({ slug }) => slug))) || true
      }
      title={<>Delete {only ? <span className="mono">{what}</span> : what}?</>}
      action={
        only
          ? "Delete link"
          : sent
            ? `Deleted ${formatNumber(sent, locale)} of ${many}`
            : `Delete ${many}`
      }
      keep="Cancel"
      typed={clicks < muchClicked ? undefined : only ? only.slug : String(links.length)}
      error={error}
      pending={pending}
      onConfirm={() => {
        isConfirmed.current = true;
        remove(what);
      }}
    >
      {clicks === 0
        ? `No clicks yet. The ${only ? "slug becomes" : "slugs become"} available again.`
        : `This permanently deletes ${formatNumber(clicks, locale)} ${clicks === 1 ? "click" : "clicks"}. Printed QR codes will stop working.`}
    </AlertDialog>
  );
}

function useDelete(links: LinkRef[], onClose: () => void, done: (() => void) | undefined) {
  const actions = useDashboardActions();
  const { show } = useOptimisticLinks();
  const follow = useFollowLink();
  const refreshAfter = useRefreshAfter();
  const [error, setError] = useState<string>();
  const [sent, setSent] = useState(0);
  const [pending, start] = useTransition();

  const remove = (what: string) => {
    const slugs = links.map(({ slug }) => slug);
    const isInstant = slugs.length <= portionLength && location.pathname === "/dashboard/links";
    if (isInstant) onClose();
    start(async () => {
      show(Object.fromEntries(slugs.map((slug) => [slug, { isDeleted: true }])));
      const outcome = await inPortions(slugs, actions.deleteLinks, setSent);
      refreshAfter(outcome.failed);
      const failure = failureMessage("delete", outcome);
      const isNone = outcome.done.length === 0;
      if (isNone && !isInstant) return setError(failure ?? undefined);
      showToast(failure ?? `Deleted ${what}`, { failed: failure !== null });
      if (isNone) return;
      done?.();
      if (!isInstant) onClose();
      for (const slug of outcome.done) follow(slug, null);
    });
  };
  return { remove, sent, error, pending };
}
