"use client";

import NextLink from "next/link";
import { lazy, useState } from "react";
import { useTexts } from "#texts";
import { tagHref } from "@/components/links/links-href";
import { TagDot } from "@/components/links/tag-mark";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Ellipsis } from "@/components/ui/icons";
import { cells, ListHeads } from "@/components/ui/list";
import { MenuButton } from "@/components/ui/menu-button";
import { formatNumber } from "@/lib/core/format";
import type { Tag } from "@/lib/core/tag";
import { DeleteTag } from "./delete-tag";
import { TagDialog } from "./edit-tag";

const TagMenu = lazy(() => import("./tag-menu"));

/** Rows that the server renders: a row takes thirty times what it says. */
const shownAtFirst = 30;

/** All tags. Each leads to its links. */
export function TagList({ tags, locale }: { tags: Tag[]; locale: string }) {
  const [t, nav] = [useTexts("tags"), useTexts("common.nav")];
  const [isWhole, setWhole] = useState(false);
  const [open, setOpen] = useState<{ tag: Tag; act: "edit" | "delete" } | null>(null);
  const shown = isWhole ? tags : tags.slice(0, shownAtFirst);
  const close = () => setOpen(null);
  return (
    <>
      <Card className="list-grid">
        <ListHeads
          className="border-hairline border-b px-(--space-pad)"
          name={t("name")}
          clicks={nav("links")}
        />
        <ul aria-label={t("title")} className="list-row">
          {shown.map((tag) => (
            <li
              key={tag.name}
              className="list-row relative min-h-11 border-hairline border-t ps-(--space-pad) pe-3 first:border-t-0 last:rounded-b-[9px] hover:bg-hover max-sm:min-h-14"
            >
              <NextLink
                href={tagHref(tag.name)}
                prefetch={false}
                aria-label={t("linksTagged", { links: tag.linkCount, name: tag.name })}
                className={cn(
                  cells.name,
                  "flex items-center gap-2 rounded-bar font-medium after:absolute after:inset-0",
                )}
              >
                <TagDot color={tag.color} />
                <span className="min-w-0 [overflow-wrap:anywhere]">{tag.name}</span>
              </NextLink>
              <span aria-hidden className={cells.clicks}>
                {formatNumber(tag.linkCount, locale)}
              </span>
              <MenuButton
                variant="bare"
                size="iconSmall"
                aria-label={t("actionsFor", { slug: tag.name })}
                className="relative z-1 col-[tools] ms-2 max-sm:size-11"
                menu={(menu) => <TagMenu {...menu} onChoose={(act) => setOpen({ tag, act })} />}
              >
                <Ellipsis aria-hidden className="size-4" />
              </MenuButton>
            </li>
          ))}
        </ul>
      </Card>
      {shown.length < tags.length && (
        <Button className="mt-4" onClick={() => setWhole(true)}>
          {t("all", { count: tags.length })}
        </Button>
      )}
      {open?.act === "edit" && <TagDialog tag={open.tag} tags={tags} onClose={close} />}
      {open?.act === "delete" && <DeleteTag tag={open.tag} onClose={close} />}
    </>
  );
}
