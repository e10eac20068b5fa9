"use client";

import { useSearchParams } from "next/navigation";
import { useEffect } from "react";

let last = { pathname: "", search: "" };

/** The part of a page that screen readers read out when it changes. */
const announcer = "announcer";

/** Place it once per page. */
export const Announcer = () => <div id={announcer} role="status" className="sr-only" />;

/** Says `text` when a filter, a range or a page of a list has changed what a page shows. */
export function Announce({ text }: { text: string }) {
  const search = useSearchParams().toString();
  useEffect(() => {
    const { pathname } = location;
    const region = document.getElementById(announcer);
    if (region && last.pathname === pathname && last.search !== search) region.textContent = text;
    last = { pathname, search };
  }, [text, search]);
  return null;
}
