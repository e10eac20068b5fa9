"use client";

import { useTexts } from "#texts";
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
  const t = useTexts("links.actions");
  const address = useSharedUrl()(link);
  const open = useOpenDialog();
  const mayEdit = useMayEdit();
  return (
    <>
      <MenuItem keys="S" onClick={() => void copyText(address)}>
        <Copy aria-hidden /> {t("copyLink")}
      </MenuItem>
      <MenuItem onClick={() => open({ kind: "qr", link })}>
        <QrCode aria-hidden /> {t("qrCode")}
      </MenuItem>
      <MenuItem onClick={() => open({ kind: "share", link })}>
        <Megaphone aria-hidden /> {t("share")}
      </MenuItem>
      {mayEdit && (
        <MenuItem keys="E" onClick={() => open({ kind: "edit", link })}>
          <Pencil aria-hidden /> {t("edit")}
        </MenuItem>
      )}
    </>
  );
}

/** Menu items: test, open the destination, and for those who may the changes. */
function StateItems({ link }: { link: Link }) {
  const t = useTexts("links.actions");
  const mayEdit = useMayEdit();
  return (
    <>
      <MenuLinkItem href={`/dashboard/links/${link.slug}/test`} target="_blank" rel="noopener">
        <FlaskConical aria-hidden /> {t("test")}
      </MenuLinkItem>
      <MenuLinkItem href={link.url} target="_blank" rel="noreferrer">
        <ExternalLink aria-hidden /> {t("openDestination")}
      </MenuLinkItem>
      {mayEdit && <EditItems link={link} />}
    </>
  );
}

/** Menu items: duplicate, change the state, delete. */
function EditItems({ link }: { link: Link }) {
  const t = useTexts("links.actions");
  const figures = useTexts("figures");
  const open = useOpenDialog();
  const change = useChangeLinks();
  const { shown } = useOptimisticLinks();
  const enabled = shown[link.slug]?.enabled ?? link.enabled;
  const toggle = () =>
    void change(
      [{ ...link, enabled }],
      { enabled: !enabled },
      t(enabled ? "disabled" : "enabled", { count: 1, slug: link.slug }),
    );
  return (
    <>
      <MenuItem onClick={() => open({ kind: "figures", of: { slug: link.slug } })}>
        <Share aria-hidden /> {figures("title")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem onClick={() => open({ kind: "create", from: link })}>
        <CopyPlus aria-hidden /> {t("duplicate")}
      </MenuItem>
      <MenuItem onClick={() => open({ kind: "expiry", links: [link] })}>
        <CalendarClock aria-hidden /> {t("setExpiry")}
      </MenuItem>
      <MenuItem onClick={toggle}>
        {enabled ? <CirclePause aria-hidden /> : <CirclePlay aria-hidden />}{" "}
        {enabled ? t("disable") : t("enable")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger onClick={() => open({ kind: "delete", links: [link] })}>
        <Trash2 aria-hidden /> {t("delete")}
      </MenuItem>
    </>
  );
}
