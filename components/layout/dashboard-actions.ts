"use client";

import { createContext, use } from "react";
import type { ActionResult } from "@/lib/core/action-result";
import type { ReplacedAddress, Replacement } from "@/lib/core/replace-in-address";
import type { ShareCard } from "@/lib/core/share";
import type { Theme } from "@/lib/core/viewer-cookies";
import type { Channel } from "@/lib/links/channel";
import type { ChannelEdit } from "@/lib/links/channel-schema";
import type { ChannelsEdited } from "@/lib/links/edit-channels";
import type { Link } from "@/lib/links/link";
import type { Meanwhile } from "@/lib/links/list-edits";
import type { SelectionOutcome } from "@/lib/links/outcome";
import type { LinkPreview } from "@/lib/links/preview-links";
import type { LinkInput } from "@/lib/links/schema";
import type { TagsEdited } from "@/lib/links/tag-links";
import type { TagEdit } from "@/lib/links/tag-schema";
import type { DestinationState } from "@/lib/previews/destination-health";
import type { Share, ShareSubject } from "@/lib/shares/shares";
import type { SavedView, ViewInput } from "@/lib/stats/list/saved-views";

/** `key`: of one attempt, so that its repetition gets the answer of the first. */
export interface SeveralOptions {
  key: string;
  /** Whether a link that exists with a destination takes the place of a new one. */
  reuses: boolean;
}

/** What became of a line; `problem` is a sentence. */
export type SeveralResult = { link: Link; isNew: boolean } | { problem: string };

/** What a replacement in destinations did, or would do. */
export interface ReplacedLinks {
  /** For `undoReplacement`; null if nothing was changed. */
  id: string | null;
  /** `refusal`: why a link stays as it is. */
  links: { slug: string; changes: ReplacedAddress[]; refusal: string | null }[];
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
  /** Creates links, or finds those that exist. At most 100 at once. */
  createSeveral: (
    rows: LinkInput[],
    channels: Channel[],
    options: SeveralOptions,
  ) => Promise<ActionResult<SeveralResult[]>>;
  /** `seen`: the link as it was shown when it was edited. */
  updateLink: (
    slug: string,
    changes: LinkInput,
    seen: Partial<Link>,
  ) => Promise<ActionResult<SavedLink>>;
  /** Applies the same changes to each link that still has what was `seen` in their place. */
  updateLinks: (
    slugs: string[],
    changes: LinkInput,
    seen?: Partial<Link>,
  ) => Promise<ActionResult<SelectionOutcome<Link>>>;
  /** Adds tags to each link and removes others. */
  editTags: (slugs: string[], edit: TagEdit) => Promise<ActionResult<SelectionOutcome<TagsEdited>>>;
  /** Adds an alias to a link, or removes one. */
  editAliases: (
    slug: string,
    edit: { add?: string; remove?: string },
  ) => Promise<ActionResult<Link>>;
  /**
   * At most 1,000 links. Links without what is looked for are left out. `key`: of one attempt; null
   * only tells what would change.
   */
  replaceDestinations: (
    slugs: string[],
    replacement: Replacement,
    key: string | null,
  ) => Promise<ActionResult<ReplacedLinks>>;
  undoReplacement: (id: string) => Promise<ActionResult<SelectionOutcome<string>>>;
  deleteLinks: (slugs: string[]) => Promise<ActionResult<SelectionOutcome<string>>>;
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
  editChannels: (
    slugs: string[],
    edit: ChannelEdit,
  ) => Promise<ActionResult<SelectionOutcome<ChannelsEdited>>>;
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
