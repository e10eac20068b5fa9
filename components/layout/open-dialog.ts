"use client";

import { createContext, use } from "react";
import type { Dates } from "@/lib/core/date-range";
import type { Link, LinkRef } from "@/lib/links/link";
import type { ShareSubject } from "@/lib/shares/shares";
import type { BrowseQuery } from "@/lib/stats/list/browse-links";
import type { SavedView } from "@/lib/stats/list/saved-views";

/** Which dialog to open, and for which links. */
export type DialogRequest =
  | { kind: "create"; url?: string; slug?: string; title?: string; from?: Link }
  /** `text`: lines to add to those that are kept. */
  | { kind: "several"; text?: string }
  /** `field`: gets the focus. `url` and `title` are typed already. */
  | { kind: "edit"; link: Link; field?: "maxClicks" | "startsAt"; url?: string; title?: string }
  /** `addsChannel`: it is opened to add one. */
  | { kind: "share"; link: Link; addsChannel?: boolean }
  /** `dates`: of the statistics that it is opened on. */
  | { kind: "figures"; of: ShareSubject; dates?: Dates }
  /** `url`: of a channel. */
  | { kind: "qr"; link: Link; url?: string }
  | { kind: "expiry"; links: LinkRef[]; done?: () => void }
  | { kind: "delete"; links: LinkRef[]; done?: () => void }
  /** `view`: the one to change; without it a new one keeps the query. */
  | { kind: "view"; query: BrowseQuery; view?: SavedView }
  | { kind: "palette" }
  | { kind: "help" };

type OpenDialog = (request: DialogRequest) => void;

export const OpenDialogContext = createContext<OpenDialog | null>(null);

/** Opens a dialog from anywhere in the dashboard. */
export function useOpenDialog(): OpenDialog {
  const open = use(OpenDialogContext);
  if (!open) throw new Error("useOpenDialog needs a DashboardProvider around it.");
  return open;
}

/** Whether a dialog is for those who may change something. */
export function isEditing({ kind }: DialogRequest): boolean {
  return ["create", "several", "edit", "figures", "expiry", "delete"].includes(kind);
}
