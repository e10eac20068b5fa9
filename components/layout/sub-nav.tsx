"use client";

import type { Route } from "next";
import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { useState } from "react";
import { useTexts } from "#texts";
import { ScrollRow } from "@/components/ui/scroll-row";
import { foldText } from "@/lib/core/fold-text";
import { cn } from "../ui/cn";
import { Input } from "../ui/input";

interface SubGroup {
  name: string;
  parts: readonly {
    href: string;
    name: string;
    /** Under which it is found, too. */
    words: string;
  }[];
}

const isAt = (path: string, href: string) => path === href || path.startsWith(`${href}/`);

/** The row has no search, so that what was typed leaves nothing out there. */
const unfoundStyle = "lg:hidden";

/** The pages of the settings: a list with a search on the side, a scrolling row below 1024 px. */
export function SubNav({ label, groups }: { label: string; groups: readonly SubGroup[] }) {
  const t = useTexts("common");
  const path = usePathname();
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const wanted = foldText(typed.trim());
  const isFound = (part: { name: string; words: string }) =>
    foldText(`${part.name} ${part.words}`).includes(wanted);
  const first = groups.flatMap(({ parts }) => parts).find(isFound);
  return (
    <div className="lg:sticky lg:top-14 lg:self-start">
      {/* biome-ignore lint/a11y/useSemanticElements: the search element has no support yet in the browsers we serve */}
      <form
        role="search"
        className="mb-3 max-lg:hidden"
        onSubmit={(event) => {
          event.preventDefault();
          if (!wanted || !first) return;
          router.push(first.href as Route);
          setTyped("");
        }}
      >
        <Input
          type="search"
          aria-label={t("searchSettings")}
          placeholder={t("nav.search")}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </form>
      <ScrollRow
        label={label}
        current={path}
        className="flex gap-1 overflow-x-auto [scrollbar-width:none] max-lg:-mx-4 max-lg:border-hairline max-lg:border-b max-lg:px-4 max-lg:[mask-image:linear-gradient(to_right,transparent,#000_16px,#000_calc(100%-32px),transparent)] max-lg:rtl:[mask-image:linear-gradient(to_left,transparent,#000_16px,#000_calc(100%-32px),transparent)] max-lg:after:w-8 max-lg:after:shrink-0 lg:flex-col lg:gap-4 lg:overflow-visible"
      >
        {groups.map(({ name, parts }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a border and a legend that this has no place for
          <div
            key={name}
            role="group"
            aria-label={name}
            className={cn("flex gap-1 lg:flex-col lg:gap-px", !parts.some(isFound) && unfoundStyle)}
          >
            <span aria-hidden className="pb-1 text-label text-tertiary max-lg:hidden">
              {name}
            </span>
            {parts.map((part) => (
              <Link
                key={part.href}
                href={part.href as Route}
                aria-current={isAt(path, part.href) ? "page" : undefined}
                className={cn(
                  "max-lg:whitespace-nowrap px-2.5 py-1.5 text-secondary transition-colors hover:bg-hover hover:text-text aria-[current]:font-medium aria-[current]:text-text max-lg:py-3 max-lg:aria-[current]:shadow-[inset_0_-2px_0_var(--color-accent)] lg:-ms-2.5 lg:rounded-control lg:aria-[current]:rounded-s-none lg:aria-[current]:shadow-[inset_2px_0_0_var(--color-accent)] lg:rtl:aria-[current]:shadow-[inset_-2px_0_0_var(--color-accent)]",
                  !isFound(part) && unfoundStyle,
                )}
              >
                {part.name}
              </Link>
            ))}
          </div>
        ))}
      </ScrollRow>
      <p role="status" className="text-secondary text-small max-lg:hidden">
        {!first && t("noSettings")}
      </p>
    </div>
  );
}
