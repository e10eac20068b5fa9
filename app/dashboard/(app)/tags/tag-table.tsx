"use client";

import NextLink from "next/link";
import { useState } from "react";
import { useTexts } from "#texts";
import { EntryCell, EntryTable } from "@/components/layout/entry-table";
import { tagHref } from "@/components/links/links-href";
import { TagDot } from "@/components/links/tag-mark";
import { Button } from "@/components/ui/button";
import { formatNumber } from "@/lib/core/format";
import type { Tag } from "@/lib/core/tag";
import { DeleteTag } from "./delete-tag";
import { EditTag } from "./edit-tag";

/** Rows that the server renders: a row takes thirty times what it says. */
const shownAtFirst = 30;

export function TagTable({ tags, locale }: { tags: Tag[]; locale: string }) {
  const [t, nav] = [useTexts("tags"), useTexts("common.nav")];
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? tags : tags.slice(0, shownAtFirst);
  return (
    <>
      <EntryTable label={t("title")} heads={[t("name"), nav("links")]}>
        {shown.map((tag) => (
          <TagEntry key={tag.name} {...{ tag, tags, locale }} />
        ))}
      </EntryTable>
      {shown.length < tags.length && (
        <Button className="mt-4" onClick={() => setWhole(true)}>
          {t("all", { count: tags.length })}
        </Button>
      )}
    </>
  );
}

function TagEntry({ tag, tags, locale }: { tag: Tag; tags: Tag[]; locale: string }) {
  const [t, nav] = [useTexts("tags"), useTexts("common.nav")];
  const { name, color, linkCount } = tag;
  return (
    <tr>
      <EntryCell lead>
        <span className="inline-flex items-center gap-2">
          <TagDot color={color} />
          {name}
        </span>
      </EntryCell>
      <EntryCell label={nav("links")}>
        <NextLink
          href={tagHref(name)}
          prefetch={false}
          aria-label={t("linksTagged", { links: linkCount, name })}
          className="inline-flex min-h-6 items-center text-accent hover:underline max-sm:min-h-11 max-sm:min-w-11"
        >
          {formatNumber(linkCount, locale)}
        </NextLink>
      </EntryCell>
      <EntryCell action>
        <span className="inline-flex gap-2">
          <EditTag tag={tag} tags={tags} />
          <DeleteTag tag={tag} />
        </span>
      </EntryCell>
    </tr>
  );
}
