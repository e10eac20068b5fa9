"use client";

import type { Route } from "next";
import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import type { ComponentProps } from "react";

/** A link to a view that marks itself while the list shows that view. */
export function ViewLink({ id, ...props }: ComponentProps<typeof Link<Route>> & { id: string }) {
  const isOpen = useSearchParams().get("view") === id && usePathname() === "/dashboard/links";
  return <Link prefetch={false} aria-current={isOpen ? "true" : undefined} {...props} />;
}
