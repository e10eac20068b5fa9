"use client";

import { createContext, use } from "react";
import type { ActionResult } from "@/lib/core/action-result";
import type { ReplacedAddress, Replacement } from "@/lib/core/replace-in-address";
import type { ShareCard } from "@/lib/core/share";
import type { Theme } from "@/lib/core/viewer-cookies";
import type { Channel } from "@/lib/links/channel";
import type { ChannelEdit } from "@/lib/links/channel-schema";
import type { Link } from "@/lib/links/link";
import type { Meanwhile } from "@/lib/links/list-edits";
import type { SelectionOutcome } from "@/lib/links/outcome";
import type { LinkPreview } from "@/lib/links/preview-links";
import type { LinkInput } from "@/lib/links/schema";
import type { TagEdit } from "@/lib/links/tag-schema";
import type { ShownJob } from "@/lib/owners/jobs";
import type { DestinationState } from "@/lib/previews/destination-health";
import type { Share, ShareSubject } from "@/lib/shares/shares";
import type { SavedView, ViewInput } from "@/lib/stats/list/saved-views";

/** What several links can be changed to at once. */
export type SharedChanges = Partial<Pick<Link, "enabled" | "expiresAt">>;

/** Something that may take long. `key`: of one attempt, so that its repetition does it once. */
type Start<Given extends unknown[]> = (
  key: string,
  ...given: Given
) => Promise<ActionResult<ShownJob>>;

/** What a replacement in destinations would do. */
export interface ReplacementPreview {
  changed: number;
  refused: number;
  /** The first. `problem`: why a link would stay as it is. */
  links: { slug: string; changes: ReplacedAddress[]; problem: string | null }[];
}

/** A link as it is now. If `meanwhile` names changes of others to the same fields, nothing was saved. */
export interface SavedLink {
  link: Link;
  meanwhile: Meanwhile[];
}

/** The body of POST /api/shares. */
export interface ShareInput extends ShareSubject {
  cards: ShareCard[];
  days?: number;
  from?: string;
  to?: string;
  expiresAt: string | null;
  password?: string;
  csv: boolean;
}

/** With its address, which nothing returns again. */
export type CreatedShare = Share & { url: string };

/** The server actions of the dashboard. Each checks the session itself. */
export interface DashboardActions {
  /**
   * `channels`: where the link will be shared. `key`: of one attempt, so that its repetition gets
   * the answer of the first.
   */
  createLink: (input: LinkInput, channels: Channel[], key: string) => Promise<ActionResult<Link>>;
  /** What would become of new links. */
  previewSeveral: (rows: LinkInput[]) => Promise<ActionResult<LinkPreview[]>>;
  /** Creates links; if it `reuses`, finds those that exist. `shared`: fields of all of them. */
  createSeveral: Start<
    [rows: LinkInput[], shared: LinkInput, channels: Channel[], reuses: boolean]
  >;
  /**
   * `seen`: the link as it was shown when it was edited. `undoes`: when what this undoes was changed;
   * it fails if the same fields were changed later.
   */
  updateLink: (
    slug: string,
    changes: LinkInput,
    seen: Partial<Link>,
    undoes?: string,
  ) => Promise<ActionResult<SavedLink>>;
  /** Applies the same changes to each link that still has what was `seen` in their place. */
  updateLinks: Start<[slugs: string[], changes: SharedChanges, seen: SharedChanges]>;
  /** Adds tags to each link and removes others. */
  editTags: Start<[slugs: string[], edit: TagEdit]>;
  /** Adds an alias to a link, or removes one. */
  editAliases: (
    slug: string,
    edit: { add?: string; remove?: string },
  ) => Promise<ActionResult<Link>>;
  /** Links without what is looked for are left out. */
  previewReplacement: (
    slugs: string[],
    replacement: Replacement,
  ) => Promise<ActionResult<ReplacementPreview>>;
  replaceInLinks: Start<[slugs: string[], replacement: Replacement]>;
  undoReplacement: (id: string) => Promise<ActionResult<SelectionOutcome<string>>>;
  deleteLinks: Start<[slugs: string[]]>;
  /** It ends with the portion under way. */
  stopJob: (id: string) => Promise<ActionResult<unknown>>;
  undoJob: Start<[id: string]>;
  /** Checks destination and preview again. `reason`: why the check failed, or null. */
  checkPreview: (
    slug: string,
  ) => Promise<ActionResult<{ destination: DestinationState; reason: string | null }>>;
  /** Says that the host is right to which a destination moved. */
  keepHost: (slug: string, host: string) => Promise<ActionResult<unknown>>;
  /**
   * A page with statistics for others. `key`: of one attempt, so that its repetition makes no second
   * one.
   */
  createShare: (input: ShareInput, key: string) => Promise<ActionResult<CreatedShare>>;
  revokeShare: (id: string) => Promise<ActionResult>;
  /** Lets links lead to a host. For owners. */
  allowHost: (host: string) => Promise<ActionResult>;
  /** Adds channels to each link and removes others. */
  editChannels: Start<[slugs: string[], edit: ChannelEdit]>;
  /**
   * Makes, changes or brings back the view with this id. `seen`: as it was shown. Nothing is saved if
   * others changed the same meanwhile, and the value is what they made of it.
   */
  saveView: (
    id: string,
    view: ViewInput,
    seen: ViewInput | null,
  ) => Promise<ActionResult<SavedView | null>>;
  /** The value is what was deleted; null if it is gone already. */
  removeView: (id: string) => Promise<ActionResult<SavedView | null>>;
  saveShortcuts: (on: boolean) => Promise<ActionResult>;
  saveTheme: (theme: Theme) => Promise<ActionResult>;
  /** Ends the session of this browser and leaves for the sign-in page. */
  signOut: () => Promise<ActionResult<unknown>>;
}

export const DashboardActionsContext = createContext<DashboardActions | null>(null);

export function useDashboardActions(): DashboardActions {
  const actions = use(DashboardActionsContext);
  if (!actions) throw new Error("useDashboardActions needs a DashboardProvider around it.");
  return actions;
}
