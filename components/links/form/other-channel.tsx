"use client";

import { useTexts } from "#texts";
import { Plus } from "@/components/ui/icons";
import type { Channel } from "@/lib/links/channel";
import { Button } from "../../ui/button";
import { useAnswer } from "../link-queries";
import { ChannelFields } from "../share/channel-fields";

/** Fields for one that is not offered. */
export function OtherChannel({
  channel,
  onChange,
  onAdd,
}: {
  channel: Channel;
  onChange: (channel: Channel) => void;
  onAdd: () => void;
}) {
  const t = useTexts("form.channels");
  const { answer: used } = useAnswer("tags", {});
  return (
    <div className="mt-3 flex flex-col gap-3 rounded-card border border-hairline p-3">
      <p className="text-label text-secondary">{t("anotherNote")}</p>
      <ChannelFields channel={channel} used={used} onChange={onChange} />
      <Button
        size="small"
        className="self-start"
        disabled={!channel.source.trim() && !channel.medium.trim()}
        onClick={onAdd}
      >
        <Plus aria-hidden className="size-3.5" />
        {t("addAnother")}
      </Button>
    </div>
  );
}
