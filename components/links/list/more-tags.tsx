"use client";

import type { Route } from "next";
import NextLink from "next/link";
import { type ReactNode, useState } from "react";
import type { TagColor } from "@/lib/core/tag";
import { chipStyle } from "../../ui/chip";
import { cn } from "../../ui/cn";
import { Waiting } from "../../ui/waiting";
import { TagDot } from "../tag-mark";

interface TagLinkProps {
  label: string;
  color: TagColor | undefined;
  href: Route;
  isOn?: boolean;
}

export function TagLink({ label, color, href, isOn = false }: TagLinkProps) {
  return (
    <NextLink
      href={href}
      prefetch={false}
      scroll={false}
      aria-current={isOn ? "true" : undefined}
      className={cn(chipStyle({ on: isOn }), "relative max-w-56")}
    >
      <Waiting className="absolute inset-x-2 bottom-0" />
      <TagDot color={color} />
      <span className="truncate">{label}</span>
    </NextLink>
  );
}

/** Tags that unfold. They are rendered once they do: a hundred are a quarter of a megabyte. */
export function MoreTags({
  tags,
  summary,
  children,
}: {
  tags: readonly TagLinkProps[];
  summary: ReactNode;
  /** Behind the tags. */
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="group/more open:w-full"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary
        className={cn(
          chipStyle(),
          "w-fit cursor-pointer list-none [&::-webkit-details-marker]:hidden",
        )}
      >
        {summary}
      </summary>
      <div className="mt-2 flex max-h-60 flex-wrap gap-2 overflow-y-auto p-0.5">
        {isOpen && tags.map((tag) => <TagLink key={tag.label} {...tag} />)}
        {children}
      </div>
    </details>
  );
}
