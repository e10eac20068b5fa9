"use client";

import { useState, useTransition } from "react";
import { formatNumber } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";
import { useViewer } from "../layout/viewer-context";
import { AlertDialog } from "../ui/alert-dialog";
import { showToast } from "../ui/toast";
import { answerOf } from "../ui/use-action";
import { failureMessage } from "./bulk-message";
import { useLinkActions } from "./link-mutations";
import { useFollowLink } from "./use-follow-link";

/** From this many clicks on, the slug (or the number of links) must be typed to confirm. */
const muchClicked = 100;

/** Confirms deletion. Links with many clicks need typed confirmation. */
export default function DeleteDialog({ links, onClose }: { links: Link[]; onClose: () => void }) {
  const actions = useLinkActions();
  const { locale } = useViewer();
  const follow = useFollowLink();
  const [error, setError] = useState<string>();
  const [pending, start] = useTransition();
  const clicks = links.reduce((sum, { clickCount }) => sum + clickCount, 0);
  const [only] = links.length === 1 ? links : [];
  const what = only ? `/${only.slug}` : `${links.length} links`;

  return (
    <AlertDialog
      open
      onClose={onClose}
      title={<>Delete {only ? <span className="mono">{what}</span> : what}?</>}
      action={only ? "Delete link" : `Delete ${links.length} links`}
      keep="Cancel"
      typed={clicks < muchClicked ? undefined : only ? only.slug : String(links.length)}
      error={error}
      pending={pending}
      onConfirm={() =>
        start(async () => {
          const result = await answerOf(actions.deleteLinks(links.map(({ slug }) => slug)));
          if (!result.ok) return setError(result.message);
          const failure = failureMessage("delete", result.value);
          if (failure !== null && result.value.done.length === 0) return setError(failure);
          showToast(failure ?? `Deleted ${what}`, { failed: failure !== null });
          onClose();
          if (only) follow(only.slug, null);
        })
      }
    >
      {clicks === 0
        ? `No clicks yet. The ${only ? "slug becomes" : "slugs become"} available again.`
        : `This permanently deletes ${formatNumber(clicks, locale)} ${clicks === 1 ? "click" : "clicks"}. Printed QR codes will stop working.`}
    </AlertDialog>
  );
}
