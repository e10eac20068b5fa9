"use client";

import {
  CalendarClock,
  CirclePlay,
  CopyPlus,
  ExternalLink,
  FlaskConical,
} from "@/components/links/icons";
import { CirclePause, Copy, Megaphone, Pencil, QrCode, Share, Trash2 } from "@/components/ui/icons";
import type { Link } from "@/lib/links/link";
import { useSharedUrl } from "../../layout/instance";
import { useOpenDialog } from "../../layout/open-dialog";
import { useMayEdit } from "../../layout/role";
import { copyText } from "../../ui/copy-button";
import { MenuItem, MenuLinkItem, MenuPopup, MenuRoot, MenuSeparator } from "../../ui/menu";
import type { MenuState } from "../../ui/menu-button";
import { useChangeLinks } from "../bulk/link-mutations";
import { useOptimisticLinks } from "../bulk/optimistic-links";

/** The menu of actions on a link; `short` leaves out those with a button beside the menu. */
export default function LinkMenu({
  link,
  short = false,
  anchor,
  onClose,
}: { link: Link; short?: boolean } & MenuState) {
  return (
    <MenuRoot open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuPopup anchor={anchor}>
        {!short && <ShareItems link={link} />}
        <StateItems link={link} />
      </MenuPopup>
    </MenuRoot>
  );
}

function ShareItems({ link }: { link: Link }) {
  const address = useSharedUrl()(link);
  const open = useOpenDialog();
  const mayEdit = useMayEdit();
  return (
    <>
      <MenuItem keys="S" onClick={() => void copyText(address)}>
        <Copy aria-hidden /> Copy link
      </MenuItem>
      <MenuItem onClick={() => open({ kind: "qr", link })}>
        <QrCode aria-hidden /> QR code
      </MenuItem>
      <MenuItem onClick={() => open({ kind: "share", link })}>
        <Megaphone aria-hidden /> Share by channel
      </MenuItem>
      {mayEdit && (
        <MenuItem keys="E" onClick={() => open({ kind: "edit", link })}>
          <Pencil aria-hidden /> Edit
        </MenuItem>
      )}
    </>
  );
}

/** Menu items: test, open the destination, and for those who may the changes. */
function StateItems({ link }: { link: Link }) {
  const mayEdit = useMayEdit();
  return (
    <>
      <MenuLinkItem href={`/dashboard/links/${link.slug}/test`} target="_blank" rel="noopener">
        <FlaskConical aria-hidden /> Test link
      </MenuLinkItem>
      <MenuLinkItem href={link.url} target="_blank" rel="noreferrer">
        <ExternalLink aria-hidden /> Open destination
      </MenuLinkItem>
      {mayEdit && <EditItems link={link} />}
    </>
  );
}

/** Menu items: duplicate, change the state, delete. */
function EditItems({ link }: { link: Link }) {
  const open = useOpenDialog();
  const change = useChangeLinks();
  const { shown } = useOptimisticLinks();
  const enabled = shown[link.slug]?.enabled ?? link.enabled;
  const toggle = () =>
    void change(
      [{ ...link, enabled }],
      { enabled: !enabled },
      `/${link.slug} is ${enabled ? "disabled" : "enabled"}`,
    );
  return (
    <>
      <MenuItem onClick={() => open({ kind: "figures", of: { slug: link.slug } })}>
        <Share aria-hidden /> Figures for others
      </MenuItem>
      <MenuSeparator />
      <MenuItem onClick={() => open({ kind: "create", from: link })}>
        <CopyPlus aria-hidden /> Duplicate
      </MenuItem>
      <MenuItem onClick={() => open({ kind: "expiry", links: [link] })}>
        <CalendarClock aria-hidden /> Set expiry
      </MenuItem>
      <MenuItem onClick={toggle}>
        {enabled ? <CirclePause aria-hidden /> : <CirclePlay aria-hidden />}{" "}
        {enabled ? "Disable" : "Enable"}
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger onClick={() => open({ kind: "delete", links: [link] })}>
        <Trash2 aria-hidden /> Delete
      </MenuItem>
    </>
  );
}
