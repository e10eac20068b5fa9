"use client";

import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";

/** A link that marks itself as current on its page and on pages below it. */
export function NavLink({
  href,
  title,
  className,
  children,
}: {
  href: string;
  title?: string;
  className: string;
  children: ReactNode;
}) {
  const path = usePathname();
  const isCurrent = path === href || path.startsWith(`${href}/`);
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
