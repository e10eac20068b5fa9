import type { NewLinkDefaults } from "@/lib/core/new-link-defaults";
import type { PastedLink } from "@/lib/core/pasted-links";
import type { Channel } from "@/lib/links/channel";
import type { Link } from "@/lib/links/link";
import type { LinkInput } from "@/lib/links/schema";
import { fromControl } from "../form/instant-value";
import { type LinkDraft, newDraft } from "../form/link-draft";
import { noSharing, type Sharing } from "../form/sharing";
import { allTags } from "../form/typed-tags";

/** What is pasted and chosen for all links, as the inputs hold it. */
export interface SeveralDraft {
  text: string;
  tags: string[];
  /** Tags that are being typed: see `allTags`. */
  tag: string;
  /** As in `LinkDraft`. */
  expires: string;
  sharing: Sharing;
  forwardQuery: boolean;
  /** As in `MoreDraft`. */
  domain: string;
  /** Whether a link that exists with a destination takes the place of a new one. */
  reuses: boolean;
  /** What was sent and is not over, so that sending it again creates nothing twice. */
  sent?: SentLines | undefined;
  /** What became of earlier lines, which are not in the text any more. */
  ready: ReadyLine[];
}

/** Lines, with all that the server gets with them. `key`: of the attempt. */
export interface SentLines {
  key: string;
  rows: PastedLink[];
  shared: LinkInput;
  channels: Channel[];
  reuses: boolean;
}

/** A link that a line has led to. */
export interface ReadyLine {
  link: Link;
  isNew: boolean;
}

const emptySeveral = (defaults: NewLinkDefaults): SeveralDraft => ({
  text: "",
  ...shared(newDraft(defaults, new Date())),
  sharing: noSharing,
  reuses: true,
  ready: [],
});

function shared({ tags, tag, expires, more: { forwardQuery, domain } }: LinkDraft) {
  return { tags, tag, expires, forwardQuery, domain };
}

/** What all links of the draft share. */
export function sharedFields({
  tags,
  tag,
  expires,
  forwardQuery,
  domain,
}: SeveralDraft): LinkInput {
  const names = allTags(tags, tag);
  return {
    ...(names.length > 0 ? { tags: names } : {}),
    ...(domain ? { domain } : {}),
    ...(forwardQuery ? { forwardQuery } : {}),
    ...(expires ? { expiresAt: fromControl(expires) } : {}),
  };
}

const storageKey = "several-links";

/** The draft of this tab, kept while its dialog is closed and over a reload, with `added` lines. */
export function keptSeveral(defaults: NewLinkDefaults, added = ""): SeveralDraft {
  const draft = { ...emptySeveral(defaults), ...stored() };
  const known = new Set(draft.text.split(/\r?\n/).map((line) => line.trim()));
  const missing = added
    .split(/\r\n|[\r\n]/)
    .filter((line) => line.trim() !== "" && !known.has(line.trim()));
  if (missing.length === 0) return draft;
  const text = draft.text.trim() === "" ? added : `${draft.text.trimEnd()}\n${missing.join("\n")}`;
  return { ...draft, text };
}

function stored(): Partial<SeveralDraft> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? "{}");
  } catch {
    return {};
  }
}

export function keepSeveral(draft: SeveralDraft): void {
  try {
    if (draft.text.trim() === "" && !draft.sent) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(draft));
  } catch {
    // A browser without storage keeps no draft.
  }
}
