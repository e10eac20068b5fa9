"use client";

import { Printer } from "@/components/ui/icons";
import { type Channel, channelName, channelUrl, noChannel } from "@/lib/links/channel";
import type { Link } from "@/lib/links/link";
import { useSharedHost, useSharedUrl } from "../../layout/instance";
import { Button, buttonStyle } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { Dialog, DialogFoot } from "../../ui/dialog";
import { ShareButton } from "../../ui/share-button";
import { ChannelSign } from "../share/channel-sign";
import { ShortLink } from "../short-link";

/** The short links of a new link, one for each channel where it will be shared. */
export function ReadyLinks({
  link,
  channels,
  onClose,
}: {
  link: Link;
  channels: Channel[];
  onClose: () => void;
}) {
  const address = useSharedUrl()(link);
  const host = useSharedHost(link);
  const ready = [noChannel, ...channels].map((channel) => ({
    ...channel,
    name: channelName(channel),
    url: channelUrl(address, channel),
  }));
  const text = ready.map(({ name, url }) => `${name}: ${url}`).join("\n");
  return (
    <Dialog
      open
      onClose={onClose}
      title="Link created"
      note={<ShortLink host={host} slug={link.slug} />}
    >
      <ul
        aria-label="Short links"
        className="grid max-h-[60vh] grid-cols-[minmax(0,1fr)] content-start divide-y divide-hairline overflow-y-auto px-6 py-2 max-sm:max-h-none max-sm:px-4"
      >
        {ready.map(({ name, source, url }) => (
          <li key={url} className="flex min-w-0 items-center gap-3 py-2">
            <ChannelSign source={source} />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{name}</span>
              <span className="mono block truncate text-secondary" title={url}>
                {url.replace(/^https?:\/\//, "")}
              </span>
            </span>
            <ShareButton url={url} label={`Share the short link for ${name}`} />
            <CopyButton
              text={url}
              label={`Copy the short link for ${name}`}
              variant="bare"
              size="icon"
            />
          </li>
        ))}
      </ul>
      <DialogFoot>
        <a
          href={`/dashboard/links/${link.slug}/sheet`}
          target="_blank"
          rel="noreferrer"
          className={buttonStyle({ className: "sm:mr-auto max-sm:w-full" })}
        >
          <Printer aria-hidden className="size-4" />
          Print QR codes
        </a>
        <CopyButton text={text} what={`${ready.length} short links`}>
          Copy all
        </CopyButton>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
