"use client";

import { useEffect, useRef, useState, useTransition } from "react";
import { messageOf, problemOf, type Refused } from "@/lib/core/action-result";
import type { Channel } from "@/lib/links/channel";
import type { Link } from "@/lib/links/link";
import type { LinkInput, SavedLink } from "../../layout/dashboard-actions";
import { useSharedUrl } from "../../layout/instance";
import { useOpenDialog } from "../../layout/open-dialog";
import { useViewer } from "../../layout/viewer-context";
import { copyText, writeClipboard } from "../../ui/copy-button";
import { showToast } from "../../ui/toast";
import { useEditChannels } from "../portions/use-edit-each";
import { focusRow } from "../row-focus";
import { attemptsOf, mayDouble } from "./attempts";
import { describeEdits } from "./edit-conflict";
import {
  atField,
  changesOf,
  changesWithout,
  draftName,
  forgetDraft,
  type LinkDraft,
  refusalAt,
  toNewLink,
} from "./link-draft";
import { channelEdit, channelsOf } from "./sharing";
import { allTags, tagsProblem } from "./typed-tags";
import { useCreateLink } from "./use-create-link";
import { useUpdateLink } from "./use-update-link";

const doubtful =
  "Already taken, possibly by your earlier attempt. Check your links, or choose another slug";

/** Submits the form. Field errors are shown at their fields, and the first one gets the focus. */
export function useSaveLink(
  link: Link | undefined,
  from: Link | undefined,
  onClose: () => void,
  form: React.RefObject<HTMLFormElement | null>,
  onShared: (created: { link: Link; channels: Channel[] }) => void,
) {
  const attempts = attemptsOf(draftName(from?.slug));
  const createLink = useCreateLink(attempts);
  const copyCreated = useCopyCreated();
  const update = useUpdateLink();
  const editChannels = useEditChannels();
  const { timeZone } = useViewer();
  const [refused, setRefused] = useState<Refused | null>(null);
  const [conflict, setConflict] = useState<SavedLink | null>(null);
  const [pending, start] = useTransition();

  // Fields that are inert meanwhile lose the focus.
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    if (pending) return;
    const invalid = refused && form.current?.querySelector("[aria-invalid]");
    const next = invalid ?? focused.current;
    if (next instanceof HTMLElement) next.focus();
    focused.current = null;
  }, [refused, pending, form]);

  /** Another dialog may have taken the place of this one before the answer came. */
  const refuse = (result: Refused, what: string) => {
    if (form.current) setRefused(atField(result));
    else if (result.code !== "signed_out")
      showToast(`${what}: ${result.message}`, { failed: true });
  };

  /** `taken`: the generated slug that somebody else got since the dialog opened. */
  const send = async (draft: LinkDraft, channels: Channel[]) => {
    const result = await createLink(toNewLink(draft), channels);
    if (result.ok || result.code !== "slug_taken" || draft.ownSlug) return { result, taken: null };
    const input = toNewLink({ ...draft, slug: "" });
    if (mayDouble(attempts, [input, channels]))
      return { result: refusalAt("slug", doubtful), taken: null };
    return { result: await createLink(input, channels), taken: draft.slug };
  };
  const create = async (draft: LinkDraft) => {
    const channels = channelsOf(draft.sharing);
    const { result, taken } = await send(draft, channels);
    if (!result.ok) return refuse(result, "The link was not created");
    const created = result.value;
    forgetDraft(draft, from?.slug);
    focusRow(created.slug);
    const why = taken === null ? "" : `/${taken} was taken: `;
    if (channels.length > 0 && form.current) {
      if (why) showToast(`${why}created /${created.slug}`);
      return onShared({ link: created, channels });
    }
    onClose();
    await copyCreated(created, why);
  };
  const edit = async (seen: Link, changes: LinkInput) => {
    setConflict(null);
    const result = await update(seen, changes);
    if (!result.ok) return refuse(result, `/${seen.slug} was not saved`);
    setRefused(null);
    const { meanwhile } = result.value;
    if (meanwhile.length === 0) return onClose();
    if (form.current) return setConflict(result.value);
    const edits = describeEdits(meanwhile, timeZone);
    showToast(`/${seen.slug} was not saved. ${edits}`, { failed: true });
  };
  /** Channels first: what is sent again of them changes nothing, whatever becomes of the rest. */
  const editAll = async (of: Link, draft: LinkDraft) => {
    const [channels, changes] = [channelEdit(draft.sharing), changesOf(of, draft)];
    if (channels && !(await editChannels([of], channels))) return;
    if (channels && Object.keys(changes).length === 0) return onClose();
    await edit(of, changes);
  };
  // A ref, because a second Ctrl+Enter may come before `pending` is rendered.
  const isSaving = useRef(false);
  const run = (work: () => Promise<void>) => {
    if (isSaving.current) return;
    isSaving.current = true;
    focused.current = document.activeElement;
    start(async () => {
      await work();
      isSaving.current = false;
    });
  };
  const save = (draft: LinkDraft) => {
    const problem = tagsProblem(allTags(draft.tags, draft.tag));
    if (problem !== undefined) return setRefused(refusalAt("tags", problem));
    run(() => (link ? editAll(link, draft) : create(draft)));
  };
  /** Saves what is typed after all, without the fields that stay as the others left them. */
  const settle = (draft: LinkDraft, { link: now, meanwhile }: SavedLink, isMine: boolean) => {
    const theirs = isMine ? [] : meanwhile.map(({ field }): string => field);
    const rest = link ? changesWithout(changesOf(link, draft), theirs) : {};
    if (Object.keys(rest).length === 0) return onClose();
    run(() => edit(now, rest));
  };

  return {
    save,
    conflict,
    settle,
    pending,
    refused,
    refusal: messageOf(refused),
    problemOf: (path: string) => problemOf(refused, path),
  };
}

/** Copies the short link of a new link and says so. `why`: it has another slug. */
function useCopyCreated(): (created: Link, why: string) => Promise<void> {
  const sharedUrl = useSharedUrl();
  const open = useOpenDialog();
  return async (created, why) => {
    const address = sharedUrl(created);
    const isCopied = await writeClipboard(address);
    const done = `${why ? `${why}c` : "C"}reated${isCopied ? " and copied" : ""}`;
    showToast(`${done} ${address.replace(/^https?:\/\//, "")}`, {
      actions: [
        { name: "Copy", run: () => void copyText(address) },
        { name: "QR code", run: () => open({ kind: "qr", link: created }) },
        { name: "Share", run: () => open({ kind: "share", link: created }) },
      ],
    });
  };
}
