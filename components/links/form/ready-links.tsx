"use client";

import { useState } from "react";
import { useTexts } from "#texts";
import { Printer, QrCode as QrIcon } from "@/components/ui/icons";
import { type Channel, channelUrl, noChannel } from "@/lib/links/channel";
import type { Link } from "@/lib/links/link";
import { useSharedHost, useSharedUrl } from "../../layout/instance";
import { Button, buttonStyle } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { Dialog, DialogFoot } from "../../ui/dialog";
import { FieldNote } from "../../ui/field";
import { ShareButton } from "../../ui/share-button";
import { channelText } from "../channel-text";
import { QrCode } from "../qr/qr-code";
import { QrDownloads } from "../qr/qr-downloads";
import { ChannelSign } from "../share/channel-sign";
import { sheetHref } from "../sheet-href";
import { ShortLink } from "../short-link";
import { readyLines, readyTable } from "./ready-text";

/** The hand-out: the short links of new links, one for each channel where they will be shared. */
export function ReadyLinks({
  lines,
  channels,
  left = 0,
  onEdit,
  onUndo,
  onClose,
}: {
  lines: readonly { link: Link; isNew: boolean }[];
  channels: readonly Channel[];
  /** Lines that stay in the draft of several links. */
  left?: number;
  onEdit?: () => void;
  onUndo?: (() => void) | undefined;
  onClose: () => void;
}) {
  const [t, common] = [useTexts("form.ready"), useTexts("common")];
  const names = useTexts("links.channels");
  const nameOf = (channel: Channel) => channelText(channel, names);
  const addressOf = useSharedUrl();
  const all: Channel[] = [noChannel, ...channels];
  return (
    <Dialog open wide onClose={onClose} {...useHead(lines)}>
      {left > 0 && (
        <div className="flex flex-wrap items-center gap-3 border-hairline border-b px-6 py-3 max-sm:px-4">
          <FieldNote tone="warn">{t("left", { count: left })}</FieldNote>
          <Button size="small" onClick={onEdit}>
            {t("backTo", { count: left })}
          </Button>
        </div>
      )}
      <ul
        aria-label={t("label")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        className="grid grid-cols-[minmax(0,1fr)] content-start divide-y divide-hairline px-6 py-2 focus-visible:-outline-offset-2 max-sm:px-4 sm:min-h-0 sm:overflow-y-auto"
      >
        {lines.flatMap((line) =>
          all.map((channel) => (
            <Row
              key={`${line.link.id} ${channel.source} ${channel.medium}`}
              {...line}
              channel={channel}
              isAlone={lines.length === 1}
            />
          )),
        )}
      </ul>
      <DialogFoot>
        <a
          href={sheetHref(
            lines.map(({ link }) => link.id),
            channels,
          )}
          target="_blank"
          rel="noreferrer"
          className={buttonStyle({ className: "sm:me-auto max-sm:w-full" })}
        >
          <Printer aria-hidden className="size-4" />
          {t("sheet")}
        </a>
        {onUndo && (
          <Button
            onClick={() => {
              onUndo();
              onClose();
            }}
          >
            {common("undo")}
          </Button>
        )}
        {lines.length > 1 && (
          <CopyButton text={readyTable(lines, all, addressOf, t, nameOf)}>
            {t("copyTable")}
          </CopyButton>
        )}
        <CopyButton text={readyLines(lines, all, addressOf, nameOf)}>{t("copyAll")}</CopyButton>
        <Button variant="primary" onClick={onClose}>
          {common("done")}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

/** Title and note of the dialog. */
function useHead(lines: readonly { link: Link; isNew: boolean }[]) {
  const t = useTexts("form.ready");
  const [first] = lines;
  const host = useSharedHost({ domain: first?.link.domain ?? null });
  const existed = lines.filter(({ isNew }) => !isNew).length;
  const created = lines.length - existed;
  if (first && lines.length === 1)
    return {
      title: created === 1 ? t("created") : t("existsAlready"),
      note: <ShortLink host={host} slug={first.link.slug} />,
    };
  return {
    title: created === 0 ? t("allExist") : t("someCreated", { count: created }),
    note: existed > 0 && <span className="text-secondary">{t("existed", { count: existed })}</span>,
  };
}

function Row({
  link,
  isNew,
  channel,
  isAlone,
}: {
  link: Link;
  isNew: boolean;
  channel: Channel;
  isAlone: boolean;
}) {
  const [t, names] = [useTexts("form.ready"), useTexts("links.channels")];
  const [isOpen, setOpen] = useState(false);
  const isPlain = channel === noChannel;
  const url = channelUrl(useSharedUrl()(link), channel);
  const name = isPlain && !isAlone ? (link.title ?? link.url) : channelText(channel, names);
  const shown = name.replace(/^https?:\/\//, "");
  const of = isAlone ? name : t.list([link.slug, channelText(channel, names)]);
  return (
    <li className="py-2 [contain-intrinsic-size:auto_56px] [content-visibility:auto]">
      <div className="flex min-w-0 items-center gap-3">
        <span className={isPlain || isAlone ? "" : "ps-4"}>
          <ChannelSign source={channel.source} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">
            {!isNew && isPlain ? t("existedNamed", { name: shown }) : shown}
          </span>
          <span className="mono block truncate text-secondary" title={url}>
            {url.replace(/^https?:\/\//, "")}
          </span>
        </span>
        <ShareButton url={url} label={t("share", { of })} />
        <Button
          variant="bare"
          size="icon"
          aria-label={t("qrFor", { of })}
          title={t("qr")}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <QrIcon aria-hidden className="size-4" />
        </Button>
        <CopyButton text={url} label={t("copy", { of })} variant="bare" size="icon" />
      </div>
      {isOpen && (
        <div className="mt-2 flex flex-wrap items-center gap-4 ps-11 max-sm:ps-0">
          <QrCode text={url} size={140} />
          <QrDownloads
            text={url}
            name={[link.slug, channel.source].filter(Boolean).join("-")}
            size="small"
          />
        </div>
      )}
    </li>
  );
}
