"use client";

import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { ScrollRow } from "@/components/ui/scroll-row";
import { Segmented, segmentStyle } from "@/components/ui/segmented";

interface SubPage {
  name: string;
  /** The first one is where the page leads. */
  parts: readonly { href: string; name: string }[];
}

const isAt = (path: string, href: string) => path === href || path.startsWith(`${href}/`);

/** Navigation within one area: a list on the side, a scrolling row below 1024 px. */
export function SubNav({ label, pages }: { label: string; pages: readonly SubPage[] }) {
  const path = usePathname();
  return (
    <ScrollRow
      label={label}
      current={path}
      className="flex gap-1 overflow-x-auto [scrollbar-width:none] max-lg:-mx-4 max-lg:border-hairline max-lg:border-b max-lg:px-4 max-lg:[mask-image:linear-gradient(to_right,transparent,#000_16px,#000_calc(100%-32px),transparent)] max-lg:rtl:[mask-image:linear-gradient(to_left,transparent,#000_16px,#000_calc(100%-32px),transparent)] max-lg:after:w-8 max-lg:after:shrink-0 lg:sticky lg:top-[68px] lg:flex-col lg:gap-px lg:self-start lg:overflow-visible"
    >
      {pages.map(({ name, parts }) => (
        <Link
          key={name}
          href={parts[0]?.href as Route}
          aria-current={parts.some(({ href }) => isAt(path, href)) ? "page" : undefined}
          className="whitespace-nowrap px-2.5 py-1.5 text-secondary transition-colors hover:bg-hover hover:text-text aria-[current]:font-medium aria-[current]:text-text max-lg:py-3 max-lg:aria-[current]:shadow-[inset_0_-2px_0_var(--color-accent)] lg:-ms-2.5 lg:rounded-control lg:aria-[current]:rounded-s-none lg:aria-[current]:shadow-[inset_2px_0_0_var(--color-accent)] lg:rtl:aria-[current]:shadow-[inset_-2px_0_0_var(--color-accent)]"
        >
          {name}
        </Link>
      ))}
    </ScrollRow>
  );
}

/** The parts of the page that is open, if it has several. */
export function SubTabs({ pages }: { pages: readonly SubPage[] }) {
  const path = usePathname();
  const page = pages.find(({ parts }) => parts.some(({ href }) => isAt(path, href)));
  if (!page || page.parts.length < 2) return null;
  return (
    <nav
      aria-label={page.name}
      className="max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 print:hidden [scrollbar-width:none]"
    >
      <Segmented label={page.name} small className="max-sm:h-11">
        {page.parts.map(({ href, name }) => (
          <Link
            key={href}
            href={href as Route}
            aria-current={isAt(path, href) ? "page" : undefined}
            className={segmentStyle({ on: isAt(path, href) })}
          >
            {name}
          </Link>
        ))}
      </Segmented>
    </nav>
  );
}
