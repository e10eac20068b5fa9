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
import { focusRow } from "../row-focus";
import { describeEdits } from "./edit-conflict";
import {
  atField,
  changesOf,
  changesWithout,
  forgetDraft,
  type LinkDraft,
  refusalAt,
  toNewLink,
} from "./link-draft";
import { channelsOf } from "./sharing";
import { allTags, tagsProblem } from "./typed-tags";
import { useCreateLink } from "./use-create-link";
import { useUpdateLink } from "./use-update-link";

/** Submits the form. Field errors are shown at their fields, and the first one gets the focus. */
export function useSaveLink(
  link: Link | undefined,
  from: Link | undefined,
  onClose: () => void,
  form: React.RefObject<HTMLFormElement | null>,
  onShared: (created: { link: Link; channels: Channel[] }) => void,
) {
  const createLink = useCreateLink();
  const sharedUrl = useSharedUrl();
  const update = useUpdateLink();
  const { timeZone } = useViewer();
  const open = useOpenDialog();
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

  const create = async (draft: LinkDraft) => {
    const channels = channelsOf(draft.sharing);
    let result = await createLink(toNewLink(draft), channels);
    // Somebody else got the slug that was generated when the dialog opened.
    if (!result.ok && result.code === "slug_taken" && !draft.ownSlug)
      result = await createLink(toNewLink({ ...draft, slug: "" }), channels);
    if (!result.ok) return refuse(result, "The link was not created");
    const created = result.value;
    const { slug } = created;
    const address = sharedUrl(created);
    forgetDraft(draft, from?.slug);
    focusRow(slug);
    if (channels.length > 0 && form.current) return onShared({ link: created, channels });
    onClose();
    const isCopied = await writeClipboard(address);
    showToast(
      `${isCopied ? "Created and copied" : "Created"} ${address.replace(/^https?:\/\//, "")}`,
      {
        actions: [
          { name: "Copy", run: () => void copyText(address) },
          { name: "QR code", run: () => open({ kind: "qr", link: created }) },
          { name: "Share", run: () => open({ kind: "share", link: created }) },
        ],
      },
    );
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
    run(() => (link ? edit(link, changesOf(link, draft)) : create(draft)));
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
