"use client";

import { createContext, use } from "react";
import type { ActionResult } from "@/lib/core/action-result";
import type { BulkOutcome } from "@/lib/links/for-each-link";
import type { Link } from "@/lib/links/link";

/** What a form submits: the body of POST or PATCH /api/links. `expiresAt` is ISO 8601. */
export interface LinkInput {
  url?: string;
  slug?: string;
  title?: string | null;
  enabled?: boolean;
  expiresAt?: string | null;
}

/** The server actions of the dashboard. Each checks the session itself. */
export interface LinkActions {
  createLink: (input: LinkInput) => Promise<ActionResult<Link>>;
  updateLink: (slug: string, changes: LinkInput) => Promise<ActionResult<Link>>;
  /** Applies the same changes to each link. */
  updateLinks: (slugs: string[], changes: LinkInput) => Promise<ActionResult<BulkOutcome<Link>>>;
  deleteLinks: (slugs: string[]) => Promise<ActionResult<BulkOutcome<string>>>;
  /** Checks the preview again. Resolves with the failure reason, or null. */
  checkPreview: (slug: string) => Promise<ActionResult<string | null>>;
  saveShortcuts: (on: boolean) => Promise<ActionResult>;
}

export const LinkActionsContext = createContext<LinkActions | null>(null);

export function useLinkActions(): LinkActions {
  const actions = use(LinkActionsContext);
  if (!actions) throw new Error("useLinkActions needs a DashboardProvider around it.");
  return actions;
}
