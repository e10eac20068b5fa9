"use client";

import { useTexts } from "#texts";
import type { Link } from "@/lib/links/link";
import { useOpenDialog } from "../../layout/open-dialog";
import { useMayEdit } from "../../layout/role";
import { Button } from "../../ui/button";
import { Icon, type IconName } from "../../ui/icon";

/** The most common actions, while a row is hovered or focused. */
export default function QuickActions({ link }: { link: Link }) {
  const t = useTexts("links.actions");
  const open = useOpenDialog();
  const button = (name: string, icon: IconName, kind: "qr" | "share" | "edit") => (
    <Button
      variant="bare"
      size="iconSmall"
      className="size-7 text-secondary"
      aria-label={name}
      title={name}
      onClick={() => open({ kind, link })}
    >
      <Icon name={icon} className="size-4" />
    </Button>
  );
  return (
    <div className="hidden gap-px sm:group-focus-within/row:flex sm:group-hover/row:flex">
      {button(t("qrCode"), "qr", "qr")}
      {button(t("share"), "megaphone", "share")}
      {useMayEdit() && button(t("edit"), "pencil", "edit")}
    </div>
  );
}
