"use client";

import { Ellipsis } from "lucide-react";
import type { Link } from "@/lib/links/link";
import { Button } from "../ui/button";
import { MenuPopup, MenuRoot, MenuTrigger } from "../ui/menu";
import { LinkStateItems } from "./link-state-items";

/** What is done with a link more seldom. */
export function LinkHeadMenu({ link }: { link: Link }) {
  return (
    <MenuRoot>
      <MenuTrigger render={<Button size="icon" className="max-sm:order-2" aria-label={`More for ${link.slug}`} />}>
        <Ellipsis aria-hidden className="size-4" />
      </MenuTrigger>
      <MenuPopup>
        <LinkStateItems link={link} />
      </MenuPopup>
    </MenuRoot>
  );
}
