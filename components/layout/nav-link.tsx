"use client";

import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";

/** A link that marks itself as current on its page, on pages below it and on `others`. */
export function NavLink({
  href,
  others = [],
  title,
  className,
  children,
}: {
  href: string;
  others?: readonly string[];
  title?: string;
  className: string;
  children: ReactNode;
}) {
  const path = usePathname();
  const isCurrent = [href, ...others].some((each) => path === each || path.startsWith(`${each}/`));
  return (
    <Link
      href={href as Route}
      title={title}
      aria-current={isCurrent ? "page" : undefined}
      className={className}
    >
      {children}
    </Link>
  );
}
