"use client";

import { lazy } from "react";
import { useTexts } from "#texts";
import { Ellipsis } from "@/components/ui/icons";
import type { Link } from "@/lib/links/link";
import { MenuButton } from "../../ui/menu-button";

const LinkMenu = lazy(() => import("../list/link-menu"));

/** Menu of the less common link actions. */
export function LinkHeadMenu({ link }: { link: Link }) {
  const t = useTexts("links.actions");
  return (
    <MenuButton
      size="icon"
      className="max-sm:order-3"
      aria-label={t("more", { slug: link.slug })}
      menu={(menu) => <LinkMenu link={link} short {...menu} />}
    >
      <Ellipsis aria-hidden className="size-4" />
    </MenuButton>
  );
}
