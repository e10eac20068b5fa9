"use client";

import { useTexts } from "#texts";
import type { Link } from "@/lib/links/link";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { useLoaded } from "../../ui/use-loaded";
import { useLinkRowMenu } from "./link-rows";

const loadQuick = () => import("./quick-actions");

/**
 * Actions at the end of a row: the most common ones while the row is hovered or focused, the rest
 * in the menu.
 */
export function LinkRowActions({ link }: { link: Link }) {
  const t = useTexts("links.actions");
  const { openMenu, openFor, near } = useLinkRowMenu();
  const isNear = near.includes(link.slug);
  const QuickActions = useLoaded(loadQuick, isNear);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a border and a legend that this has no place for
    <div
      role="group"
      aria-label={t("actionsFor", { slug: link.slug })}
      className="relative z-1 flex justify-end gap-px sm:absolute sm:top-1/2 sm:end-2 sm:-translate-y-1/2 sm:rounded-control sm:p-0.5 sm:group-focus-within/row:bg-raised sm:group-focus-within/row:ring-1 sm:group-focus-within/row:ring-hairline-strong sm:group-hover/row:bg-raised sm:group-hover/row:ring-1 sm:group-hover/row:ring-hairline-strong"
    >
      {isNear && QuickActions && <QuickActions link={link} />}
      <Button
        variant="bare"
        size="iconSmall"
        className="size-7 text-secondary max-sm:size-11"
        aria-label={t("more", { slug: link.slug })}
        aria-haspopup="menu"
        aria-expanded={openFor === link.slug}
        onClick={(event) => openMenu(link, event.currentTarget)}
      >
        <Icon name="ellipsis" className="size-4" />
      </Button>
    </div>
  );
}
