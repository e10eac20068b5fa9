"use client";

import { useEffect } from "react";
import { timeZoneCookie } from "@/lib/core/time-zone";

/** A year, in seconds. */
const keptS = 365 * 24 * 3600;

/**
 * Makes the time zone of the browser the viewer's, until another is chosen: a script cannot replace
 * the cookie of that choice, which is HttpOnly. Whether this changes what pages show.
 */
export function takeBrowserZone(): boolean {
  const isKept = () => document.cookie.includes(`${timeZoneCookie}=`);
  if (isKept()) return false;
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS
  document.cookie = `${timeZoneCookie}=${zone}; path=/; max-age=${keptS}; samesite=lax${secure}`;
  return isKept() && zone !== "UTC";
}

/** The same, before somebody signs in. */
export function BrowserZone() {
  useEffect(() => void takeBrowserZone(), []);
  return null;
}
