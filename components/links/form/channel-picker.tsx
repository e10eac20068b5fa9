"use client";

import { useState } from "react";
import { useTexts } from "#texts";
import { Check, Plus } from "@/components/ui/icons";
import {
  type Channel,
  channelPresets,
  mostPlaces,
  noChannel,
  uniqueChannels,
} from "@/lib/links/channel";
import type { Texts } from "@/lib/texts/translator";
import { Button } from "../../ui/button";
import { Chip, chipStyle } from "../../ui/chip";
import { cn } from "../../ui/cn";
import { channelText } from "../channel-text";
import { useAnswer } from "../link-queries";
import { OtherChannel } from "./other-channel";
import { channelsOf, type Sharing } from "./sharing";
import { useChannelsOf } from "./use-channels-of";

const isSame = (a: Channel, b: Channel) => a.source === b.source && a.medium === b.medium;
const isIn = (list: readonly Channel[]) => (channel: Channel) =>
  list.some((each) => isSame(each, channel));
/** Channels that were used before and are no presets. */
const mostOffered = 4;

function presetsAnd(used: readonly Channel[]): Channel[] {
  const others = used.filter((channel) => !isIn(channelPresets)(channel));
  return [...channelPresets, ...others.slice(0, mostOffered)];
}

interface ChannelPickerProps {
  /** "Channels" without one. */
  legend?: string;
  sharing: Sharing;
  /** The ids of links whose channels it has. */
  of?: readonly number[];
  /** Chooses among those that these links have, whatever their campaign. */
  isRemoving?: boolean;
  onChange: (sharing: Sharing) => void;
}

/** Where links are shared, a chip for each channel: its own, presets, used before, a new one. */
export function ChannelPicker({
  legend,
  sharing,
  of = [],
  isRemoving = false,
  onChange,
}: ChannelPickerProps) {
  const [t, names] = [useTexts("form.channels"), useTexts("links.channels")];
  const { answer: usedBefore } = useAnswer("channels", isRemoving ? null : {});
  const { channels: existing, isFailed, again } = useChannelsOf(of);
  const { channels, other } = sharing;
  const [isOpen, setOpen] = useState(Object.values(other).some((value) => value !== ""));
  const had = isRemoving ? [] : (existing ?? []);
  const places = uniqueChannels((existing ?? []).map((each) => ({ ...each, campaign: "" })));
  const known = isRemoving
    ? places.slice(0, mostPlaces)
    : presetsAnd(usedBefore ?? []).filter((channel) => !isIn(had)(channel));
  const shown = [...known, ...channels.filter((channel) => !isIn(known)(channel))];
  const isReading = existing === null && !isFailed;
  const toggle = ({ source, medium }: Channel) => {
    const rest = channels.filter((channel) => !isSame(channel, { source, medium, campaign: "" }));
    onChange({
      ...sharing,
      channels:
        rest.length < channels.length ? rest : [...channels, { ...noChannel, source, medium }],
    });
  };
  const addOther = () =>
    onChange({
      ...sharing,
      channels: [...channels, { ...other, campaign: "" }],
      other: { ...noChannel, campaign: other.campaign },
    });
  if (isRemoving && existing?.length === 0) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 flex items-baseline gap-2 font-medium text-small">
        {legend ?? t("title")}
        <span className="font-normal text-label text-tertiary">
          {isRemoving ? t("anyCampaign") : noteOf(sharing, had.length, t)}
        </span>
      </legend>
      {isFailed && <NotRead onRetry={again} />}
      <div
        aria-busy={isReading}
        className={cn("flex flex-wrap gap-1.5", isReading && "invisible min-h-8")}
      >
        {had.map((channel) => (
          <ExistingChip
            key={JSON.stringify(channel)}
            channel={channel}
            sharing={sharing}
            onChange={onChange}
          />
        ))}
        {shown.map((channel) => {
          const isOn = isIn(channels)(channel);
          return (
            <Chip
              key={`${channel.source} / ${channel.medium}`}
              on={isOn}
              onClick={() => toggle(channel)}
            >
              {isOn && <Check aria-hidden />}
              <span className="truncate">{channelText(channel, names)}</span>
            </Chip>
          );
        })}
        {!isRemoving && (
          <button
            type="button"
            aria-label={t("another")}
            title={t("another")}
            aria-expanded={isOpen}
            className={chipStyle({ on: isOpen })}
            onClick={() => setOpen(!isOpen)}
          >
            <Plus aria-hidden />
          </button>
        )}
      </div>
      <OthersNote count={places.length} />
      {isOpen && (
        <OtherChannel
          channel={other}
          onChange={(next) => onChange({ ...sharing, other: next })}
          onAdd={addOther}
        />
      )}
    </fieldset>
  );
}

function OthersNote({ count }: { count: number }) {
  const t = useTexts("form.channels");
  if (count <= mostPlaces) return null;
  return <p className="mt-2 text-label text-secondary">{t("others", { count: mostPlaces })}</p>;
}

/** Without the channels that links have, others can still be added. */
function NotRead({ onRetry }: { onRetry: () => void }) {
  const [t, common] = [useTexts("form.channels"), useTexts("common")];
  return (
    <p role="alert" className="mb-2 flex flex-wrap items-center gap-2 text-secondary text-small">
      {common("couldNotBeLoaded", { what: t("title") })}
      <Button size="small" onClick={onRetry}>
        {common("tryAgain")}
      </Button>
    </p>
  );
}

function noteOf(sharing: Sharing, had: number, t: Texts<"form.channels">): string {
  const [added, removed] = [channelsOf(sharing).length, sharing.removed?.length ?? 0];
  if (had > 0) return t("each", { count: had + added - removed });
  return added === 0 ? t("where") : t("eachMore", { count: added });
}

/** A channel of the link: a press takes it off, or puts it back. */
function ExistingChip({
  channel,
  sharing,
  onChange,
}: {
  channel: Channel;
  sharing: Sharing;
  onChange: (sharing: Sharing) => void;
}) {
  const names = useTexts("links.channels");
  const { removed = [] } = sharing;
  // Those that were read again are others.
  const rest = removed.filter(
    (each) => !isSame(each, channel) || each.campaign !== channel.campaign,
  );
  const isOn = rest.length === removed.length;
  return (
    <Chip
      on={isOn}
      onClick={() => onChange({ ...sharing, removed: isOn ? [...rest, channel] : rest })}
    >
      {isOn && <Check aria-hidden />}
      <span className="truncate">
        {[channelText(channel, names), channel.campaign].filter(Boolean).join(" · ")}
      </span>
    </Chip>
  );
}
