"use client";

import { useState } from "react";
import { Plus } from "@/components/ui/icons";
import { type Channel, channelPresets, noChannel } from "@/lib/links/channel";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { useAnswer } from "../link-queries";
import { ChannelFields } from "../share/channel-fields";
import { ChannelSign } from "../share/channel-sign";
import { FoldedPart } from "./folded-part";
import { channelsOf, type Sharing } from "./sharing";

const isSame = (a: Channel, b: Channel) => a.source === b.source && a.medium === b.medium;

/** Asks where the link will be shared. Open from the start if the kept draft has channels. */
export function SharedAt({
  sharing,
  onChange,
}: {
  sharing: Sharing;
  onChange: (sharing: Sharing) => void;
}) {
  const count = channelsOf(sharing).length;
  const [isOpen, setOpen] = useState(count > 0);
  return (
    <FoldedPart
      title="Where will you share it?"
      summary={count === 0 ? "optional" : count === 1 ? "1 channel" : `${count} channels`}
      isOpen={isOpen}
      onToggle={setOpen}
    >
      <ChannelPicker sharing={sharing} onChange={onChange} />
    </FoldedPart>
  );
}

/** Where a new link will be shared: presets to tick, and channels of one's own. */
function ChannelPicker({
  sharing,
  onChange,
}: {
  sharing: Sharing;
  onChange: (sharing: Sharing) => void;
}) {
  const { answer: used } = useAnswer("tags", {});
  const { channels, other } = sharing;
  const own = channels
    .filter((channel) => !channelPresets.some((preset) => isSame(preset, channel)))
    .map((channel) => ({ ...channel, name: channel.source || channel.medium }));
  const toggle = ({ source, medium }: Channel, isOn: boolean) => {
    const rest = channels.filter((channel) => !isSame(channel, { ...noChannel, source, medium }));
    onChange({ ...sharing, channels: isOn ? [...rest, { ...noChannel, source, medium }] : rest });
  };
  const addOther = () =>
    onChange({
      channels: [...channels, { ...other, campaign: "" }],
      other: { ...noChannel, campaign: other.campaign },
    });
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="sr-only">Channels where the link will be shared</legend>
      <div className="grid grid-cols-2 gap-2">
        {[...channelPresets, ...own].map((channel) => (
          <label
            key={`${channel.source} / ${channel.medium}`}
            className="flex min-h-11 min-w-0 items-center gap-2 rounded-control border border-hairline px-2.5 has-[:checked]:border-accent-line has-[:checked]:bg-chosen"
          >
            <Checkbox
              checked={channels.some((chosen) => isSame(chosen, channel))}
              onChange={(event) => toggle(channel, event.target.checked)}
            />
            <span className="max-sm:hidden">
              <ChannelSign source={channel.source} />
            </span>
            <span className="min-w-0 truncate">{channel.name}</span>
          </label>
        ))}
      </div>
      <p className="text-label text-secondary">
        Another channel. The campaign is added to all of them.
      </p>
      <ChannelFields
        channel={other}
        used={used}
        onChange={(next) => onChange({ ...sharing, other: next })}
      />
      <Button
        size="small"
        className="self-start max-sm:min-h-11"
        disabled={!other.source.trim() && !other.medium.trim()}
        onClick={addOther}
      >
        <Plus aria-hidden className="size-3.5" />
        Add another
      </Button>
    </fieldset>
  );
}
