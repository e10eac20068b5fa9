"use client";

import { useRef, useState, useTransition } from "react";
import { useTexts } from "#texts";
import { Plus } from "@/components/ui/icons";
import {
  type Channel,
  channelPresets,
  channelTags,
  channelUrl,
  noChannel,
  uniqueChannels,
} from "@/lib/links/channel";
import type { Link } from "@/lib/links/link";
import type { Texts } from "@/lib/texts/translator";
import { useSharedHost, useSharedUrl } from "../../layout/instance";
import { useMayEdit } from "../../layout/role";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { Dialog } from "../../ui/dialog";
import { ShareButton } from "../../ui/share-button";
import { channelText } from "../channel-text";
import { useEditChannels } from "../jobs/use-job";
import { type ShareFacts, useAnswer } from "../link-queries";
import { QrCode } from "../qr/qr-code";
import { QrDownloads } from "../qr/qr-downloads";
import { ShortLink } from "../short-link";
import { ChannelFields } from "./channel-fields";
import { ChannelList, type ListedChannel } from "./channel-list";
import { ShareCount } from "./share-count";

/**
 * A tagged short link with QR code and click count for each channel. `addsChannel`: it was opened to
 * add one.
 */
export default function ShareDialog({
  link,
  addsChannel = false,
  onClose,
}: {
  link: Link;
  addsChannel?: boolean | undefined;
  onClose: () => void;
}) {
  const t = useTexts("links.share");
  const common = useTexts("common");
  const channelTexts = useTexts("links.channels");
  const shortUrl = useSharedUrl()(link);
  const host = useSharedHost(link);
  const { answer: facts, isAsking } = useAnswer("share", { slug: link.slug });
  const mayEdit = useMayEdit();
  const editChannels = useEditChannels();
  const [pending, start] = useTransition();
  const [chosen, setChosen] = useState<Channel>(noChannel);
  const sourceInput = useRef<HTMLInputElement>(null);
  const address = channelUrl(shortUrl, chosen);
  const channels = listChannels(facts, channelTexts);
  const [added, setAdded] = useState<Channel[]>([]);
  const add = () =>
    start(async () => {
      const channel = chosen.source || chosen.medium;
      const telling = {
        success: t("added", { channel, slug: link.slug }),
        onUndone: () => setAdded((now) => now.filter((each) => each !== chosen)),
      };
      if (!(await editChannels([link], { add: [chosen], remove: [] }, telling))) return;
      setAdded((now) => [...now, chosen]);
      // The button that was pressed is gone.
      sourceInput.current?.focus();
    });
  // If its channels could not be read, one that it has stays as it is.
  const canAdd =
    mayEdit && !isAsking && isNewChannel(chosen, [...(facts?.channels ?? []), ...added]);
  const listed = channels.find(({ source }) => source === chosen.source);

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      initialFocus={addsChannel ? sourceInput : undefined}
      title={t("title")}
      note={<ShortLink host={host} slug={link.slug} />}
    >
      <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] md:grid-cols-[336px_minmax(0,1fr)]">
        <div className="flex flex-col border-hairline max-md:border-b md:border-e">
          <ChannelList channels={channels} facts={facts} chosen={chosen} onChoose={setChosen} />
          <div className="mt-auto border-hairline border-t px-6 pt-3.5 pb-5 max-sm:px-4">
            <Button
              className="w-full"
              onClick={() => {
                setChosen({ source: "", medium: "", campaign: chosen.campaign });
                sourceInput.current?.focus();
              }}
            >
              <Plus aria-hidden className="size-4" />
              {t("custom")}
            </Button>
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-4 px-6 pt-5 pb-6 max-sm:p-4">
          <div className="flex items-center gap-5 max-sm:flex-col max-sm:items-start">
            <QrCode text={address} size={196} />
            <div className="min-w-0 max-w-full [overflow-wrap:anywhere]">
              <div className="text-label text-secondary">
                {listed?.source ? t("shortLinkFor", { channel: listed.name }) : t("shortLink")}
              </div>
              <div className="mt-1.5 mb-4 font-mono text-[15px] text-tertiary leading-6 tracking-mono">
                <ShortLink host={host} slug={link.slug} className="whitespace-normal text-[1em]" />
                {channelTags(chosen).map(([name, value], index) => (
                  <span key={name}>
                    {index === 0 ? "?" : "&"}
                    <wbr />
                    {name}=
                    <span className="font-medium text-accent-ink">
                      {encodeURIComponent(value).replaceAll("%20", "+")}
                    </span>
                  </span>
                ))}
              </div>
              <div className="flex flex-wrap gap-2">
                <CopyButton text={address} variant="primary">
                  {common("copy")}
                </CopyButton>
                <ShareButton url={address} />
                {canAdd && (
                  <Button pending={pending} onClick={add}>
                    {t("add")}
                  </Button>
                )}
                <QrDownloads
                  text={address}
                  name={[link.slug, chosen.source].filter(Boolean).join("-")}
                />
              </div>
            </div>
          </div>
          <ChannelFields
            channel={chosen}
            used={facts?.used ?? null}
            sourceInput={sourceInput}
            onChange={setChosen}
          />
          <ShareCount channel={chosen} facts={facts} />
        </div>
      </div>
    </Dialog>
  );
}

/** Whether it is a channel that the link does not have. */
function isNewChannel(chosen: Channel, channels: readonly Channel[]): boolean {
  const isChannel = chosen.source.trim() !== "" || chosen.medium.trim() !== "";
  const all = uniqueChannels(channels);
  return isChannel && uniqueChannels([...all, chosen]).length > all.length;
}

/** The presets, then other sources with clicks, then the plain short link. */
function listChannels(facts: ShareFacts | null, t: Texts<"links.channels">): ListedChannel[] {
  const known = new Set(channelPresets.map(({ source }) => source));
  const others =
    facts?.sources.filter(({ label, rest }) => rest === undefined && !known.has(label)) ?? [];
  return [
    ...channelPresets.map((preset) => ({ ...preset, name: channelText(preset, t) })),
    ...others.slice(0, 4).map(({ label }) => ({ ...noChannel, name: label, source: label })),
    { ...noChannel, name: channelText(noChannel, t) },
  ];
}
