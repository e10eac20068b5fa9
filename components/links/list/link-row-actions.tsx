"use client";

import type { Link } from "@/lib/links/link";
import { useOpenDialog } from "../../layout/open-dialog";
import { useMayEdit } from "../../layout/role";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { useLinkRowMenu } from "./link-rows";

const quick = "size-7 text-secondary";

/**
 * Actions at the end of a row: the most common ones while the row is hovered or focused, the rest
 * in the menu.
 */
export function LinkRowActions({ link }: { link: Link }) {
  const { openMenu, openFor, near } = useLinkRowMenu();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a border and a legend that this has no place for
    <div
      role="group"
      aria-label={`Actions for ${link.slug}`}
      className="group/acts relative z-1 flex justify-end gap-px sm:absolute sm:top-1/2 sm:right-2 sm:-translate-y-1/2 sm:rounded-control sm:p-0.5 sm:group-focus-within/row:bg-raised sm:group-focus-within/row:ring-1 sm:group-focus-within/row:ring-hairline-strong sm:group-hover/row:bg-raised sm:group-hover/row:ring-1 sm:group-hover/row:ring-hairline-strong"
    >
      {near.includes(link.slug) && <QuickActions link={link} />}
      <Button
        variant="bare"
        size="iconSmall"
        className={`${quick} max-sm:size-11`}
        aria-label={`More for ${link.slug}`}
        aria-haspopup="menu"
        aria-expanded={openFor === link.slug}
        onClick={(event) => openMenu(link, event.currentTarget)}
      >
        <Icon name="ellipsis" className="size-4" />
      </Button>
    </div>
  );
}

/** Rendered only while the row is hovered or focused. */
function QuickActions({ link }: { link: Link }) {
  const open = useOpenDialog();
  const mayEdit = useMayEdit();
  return (
    <div className="hidden gap-px sm:group-focus-within/row:flex sm:group-hover/row:flex">
      <Button
        variant="bare"
        size="iconSmall"
        className={quick}
        aria-label="QR code"
        title="QR code"
        onClick={() => open({ kind: "qr", link })}
      >
        <Icon name="qr" className="size-4" />
      </Button>
      <Button
        variant="bare"
        size="iconSmall"
        className={quick}
        aria-label="Share by channel"
        title="Share by channel"
        onClick={() => open({ kind: "share", link })}
      >
        <Icon name="megaphone" className="size-4" />
      </Button>
      {mayEdit && (
        <Button
          variant="bare"
          size="iconSmall"
          className={quick}
          aria-label="Edit"
          title="Edit"
          onClick={() => open({ kind: "edit", link })}
        >
          <Icon name="pencil" className="size-4" />
        </Button>
      )}
    </div>
  );
}
