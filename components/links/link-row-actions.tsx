"use client";

import { CalendarClock, CirclePause, CirclePlay, Copy, Ellipsis, ExternalLink, Megaphone, Pencil, QrCode, Trash2 } from "lucide-react";
import type { Link } from "@/lib/links/link";
import { Button } from "../ui/button";
import { copyText } from "../ui/copy-button";
import { createMenuHandle, MenuItem, MenuLinkItem, MenuPopup, MenuRoot, MenuSeparator, MenuTrigger } from "../ui/menu";
import { useLinkCommands } from "./link-commands";

/** One menu for all rows; the row that opens it says for which link. */
const menu = createMenuHandle<Link>();

/** At the end of a row. What is used most lies open while the row is hovered or focused; the rest is in the menu. */
export function LinkRowActions({ link }: { link: Link }) {
  const { open } = useLinkCommands();
  const quick = "size-7 text-secondary";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a border and a legend that this has no place for
    <div
      role="group"
      aria-label={`Actions for ${link.slug}`}
      className="group/acts flex justify-end gap-px sm:absolute sm:top-1/2 sm:right-2 sm:-translate-y-1/2 sm:rounded-control sm:p-0.5 sm:group-focus-within/row:bg-raised sm:group-focus-within/row:ring-1 sm:group-focus-within/row:ring-hairline-strong sm:group-hover/row:bg-raised sm:group-hover/row:ring-1 sm:group-hover/row:ring-hairline-strong"
    >
      <div className="hidden gap-px sm:group-focus-within/row:flex sm:group-hover/row:flex">
        <Button look="bare" size="iconSmall" className={quick} aria-label="QR code" title="QR code" onClick={() => open({ kind: "qr", link })}>
          <QrCode aria-hidden className="size-4" />
        </Button>
        <Button
          look="bare"
          size="iconSmall"
          className={quick}
          aria-label="Share by channel"
          title="Share by channel"
          onClick={() => open({ kind: "share", link })}
        >
          <Megaphone aria-hidden className="size-4" />
        </Button>
        <Button look="bare" size="iconSmall" className={quick} aria-label="Edit" title="Edit" onClick={() => open({ kind: "edit", link })}>
          <Pencil aria-hidden className="size-4" />
        </Button>
      </div>
      <MenuTrigger
        handle={menu}
        payload={link}
        render={<Button look="bare" size="iconSmall" className={`${quick} max-sm:h-11 max-sm:w-10`} aria-label={`More for ${link.slug}`} />}
      >
        <Ellipsis aria-hidden className="size-4" />
      </MenuTrigger>
    </div>
  );
}

/** Once on the page, whatever the number of rows. */
export function LinkRowMenu() {
  return <MenuRoot handle={menu}>{({ payload: link }) => link && <LinkMenuItems link={link} />}</MenuRoot>;
}

function LinkMenuItems({ link }: { link: Link }) {
  const { open, change } = useLinkCommands();
  const toggle = () => void change([link], { enabled: !link.enabled }, `/${link.slug} is ${link.enabled ? "disabled" : "enabled"}`);
  return (
    <MenuPopup>
      <MenuItem keys="S" onClick={() => void copyText(link.shortUrl)}>
        <Copy aria-hidden /> Copy address
      </MenuItem>
      <MenuItem onClick={() => open({ kind: "qr", link })}>
        <QrCode aria-hidden /> QR code
      </MenuItem>
      <MenuItem onClick={() => open({ kind: "share", link })}>
        <Megaphone aria-hidden /> Share by channel
      </MenuItem>
      <MenuItem keys="E" onClick={() => open({ kind: "edit", link })}>
        <Pencil aria-hidden /> Edit
      </MenuItem>
      <MenuLinkItem href={link.url} target="_blank" rel="noreferrer">
        <ExternalLink aria-hidden /> Open the destination
      </MenuLinkItem>
      <MenuSeparator />
      <MenuItem onClick={() => open({ kind: "expiry", links: [link] })}>
        <CalendarClock aria-hidden /> Set expiry
      </MenuItem>
      <MenuItem onClick={toggle}>
        {link.enabled ? <CirclePause aria-hidden /> : <CirclePlay aria-hidden />} {link.enabled ? "Disable" : "Enable"}
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger onClick={() => open({ kind: "delete", links: [link] })}>
        <Trash2 aria-hidden /> Delete
      </MenuItem>
    </MenuPopup>
  );
}
