"use client";

import { useRef, useState, useTransition } from "react";
import { useTexts } from "#texts";
import type { LinkRef } from "@/lib/links/link";
import { useDashboardActions } from "../../layout/dashboard-actions";
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
  const [t, common] = [useTexts("bulk"), useTexts("common")];
  const { remove, sent, error, pending } = useDelete(links, onClose, done);
  const isConfirmed = useRef(false);
  const clicks = links.reduce((sum, { clickCount }) => sum + clickCount, 0);
  const [only] = links.length === 1 ? links : [];
  const count = links.length;

  return (
    <AlertDialog
      open
      onClose={onClose}
      finalFocus={() =>
        (isConfirmed.current && rowLinkAfter(links.map(({ slug }) => slug))) || true
      }
      title={t.rich("deleteTitle", {
        count,
        slug: () => <span className="mono">/{only?.slug}</span>,
      })}
      action={
        only
          ? t("deleteLink")
          : sent
            ? t("deletedSoFar", { sent, count })
            : t("deleteLinks", { count })
      }
      keep={common("cancel")}
      typed={clicks < muchClicked ? undefined : only ? only.slug : String(links.length)}
      error={error}
      pending={pending}
      onConfirm={() => {
        isConfirmed.current = true;
        remove(t("deleted", { count, slug: only?.slug ?? "" }));
      }}
    >
      {clicks === 0 ? t("deleteNoClicks", { links: count }) : t("deleteClicks", { clicks })}
    </AlertDialog>
  );
}

function useDelete(links: LinkRef[], onClose: () => void, done: (() => void) | undefined) {
  const t = useTexts("bulk");
  const actions = useDashboardActions();
  const { show } = useOptimisticLinks();
  const follow = useFollowLink();
  const refreshAfter = useRefreshAfter();
  const [error, setError] = useState<string>();
  const [sent, setSent] = useState(0);
  const [pending, start] = useTransition();

  /** `said`: once all are deleted. */
  const remove = (said: string) => {
    const slugs = links.map(({ slug }) => slug);
    const isInstant = slugs.length <= portionLength && location.pathname === "/dashboard/links";
    if (isInstant) onClose();
    start(async () => {
      show(Object.fromEntries(slugs.map((slug) => [slug, { isDeleted: true }])));
      const outcome = await inPortions(slugs, actions.deleteLinks, {
        onProgress: setSent,
      });
      refreshAfter(outcome.failed);
      const failure = failureMessage("delete", outcome, t);
      const isNone = outcome.done.length === 0;
      if (isNone && !isInstant) return setError(failure ?? undefined);
      showToast(failure ?? said, { failed: failure !== null });
      if (isNone) return;
      done?.();
      if (!isInstant) onClose();
      for (const slug of outcome.done) follow(slug, null);
    });
  };
  return { remove, sent, error, pending };
}
