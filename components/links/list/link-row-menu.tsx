"use client";

import { useTexts } from "#texts";
import type { Link } from "@/lib/links/link";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { useLinkRowMenu } from "./link-rows";

/** The button at the end of a row: opens the menu of what can be done with its link. */
export function LinkRowMenu({ link }: { link: Link }) {
  const t = useTexts("links.actions");
  const { openMenu, openFor } = useLinkRowMenu();
  return (
    <Button
      variant="bare"
      size="iconSmall"
      className="row-tool size-7 text-secondary max-sm:size-11"
      aria-label={t("more", { slug: link.slug })}
      aria-haspopup="menu"
      aria-expanded={openFor === link.slug}
      onClick={(event) => openMenu(link, event.currentTarget)}
    >
      <Icon name="ellipsis" className="size-4" />
    </Button>
  );
}
