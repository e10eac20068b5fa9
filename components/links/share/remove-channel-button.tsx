"use client";

import { useTransition } from "react";
import { useTexts } from "#texts";
import { X } from "@/components/ui/icons";
import type { Channel } from "@/lib/links/channel";
import { Button } from "../../ui/button";
import { useEditChannels } from "../jobs/use-job";

export interface RemoveChannelProps {
  slug: string;
  channel: Channel;
  name: string;
}

export default function RemoveChannelButton({ slug, channel, name }: RemoveChannelProps) {
  const t = useTexts("links.share");
  const editChannels = useEditChannels();
  const [pending, start] = useTransition();
  const remove = () =>
    start(async () => {
      const edit = { add: [], remove: [channel] };
      if (!(await editChannels([{ slug }], edit, { success: t("removed", { channel: name }) })))
        return;
      // This button goes away, so the focus moves to its opposite in the channel board.
      document.getElementById("add-channel")?.focus();
    });
  return (
    <Button
      variant="bare"
      size="iconSmall"
      aria-label={t("remove", { name })}
      pending={pending}
      onClick={remove}
    >
      <X aria-hidden className="size-4" />
    </Button>
  );
}
