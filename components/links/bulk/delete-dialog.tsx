"use client";

import { useRef, useState, useTransition } from "react";
import { useTexts } from "#texts";
import type { LinkRef } from "@/lib/links/link";
import { useDashboardActions } from "../../layout/dashboard-actions";
import { AlertDialog } from "../../ui/alert-dialog";
import { useTellJob } from "../jobs/use-job";
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
  const { remove, error, pending } = useDelete(links, onClose, done);
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
      action={only ? t("deleteLink") : t("deleteLinks", { count })}
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
  const { deleteLinks } = useDashboardActions();
  const { show } = useOptimisticLinks();
  const follow = useFollowLink();
  const { tell } = useTellJob();
  const [error, setError] = useState<string>();
  const [pending, start] = useTransition();

  /** `success`: said once all are deleted. */
  const remove = (success: string) => {
    const slugs = links.map(({ slug }) => slug);
    const isInstant = location.pathname === "/dashboard/links";
    if (isInstant) onClose();
    start(async () => {
      show(Object.fromEntries(slugs.map((slug) => [slug, { isDeleted: true }])));
      const isBegun = await tell(slugs, (key) => deleteLinks(key, slugs), "delete", {
        success,
        onFailure: isInstant ? undefined : setError,
        onEnd: (end) => {
          const failed = new Set(end.failed.map(({ slug }) => slug));
          for (const slug of slugs.slice(0, end.tried)) if (!failed.has(slug)) follow(slug, null);
        },
      });
      if (!isBegun) return;
      done?.();
      if (!isInstant) onClose();
    });
  };
  return { remove, error, pending };
}
