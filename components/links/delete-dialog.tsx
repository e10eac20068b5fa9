"use client";

import { useState, useTransition } from "react";
import { formatNumber } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";
import { useViewer } from "../layout/viewer-context";
import { AlertDialog } from "../ui/alert-dialog";
import { showToast } from "../ui/toast";
import { failureMessage } from "./bulk-message";
import { answerOf } from "./link-actions";
import { useLinkActions } from "./link-mutations";
import { useFollowLink } from "./use-follow-link";

/** From this many clicks on, the slug (or how many links) has to be typed. */
const muchClicked = 100;

/** Says what goes with the links; the more it is, the harder it is to do by mistake. */
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
      keep={only ? "Keep it" : "Keep them"}
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
        ? "Nobody has clicked it yet. Its address will answer as if it had never existed."
        : `${formatNumber(clicks, locale)} ${clicks === 1 ? "click" : "clicks"} of history ${clicks === 1 ? "goes" : "go"} with ${only ? "it" : "them"}, and printed codes lead nowhere. This cannot be undone.`}
    </AlertDialog>
  );
}
