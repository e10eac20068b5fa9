"use client";

import { useEffect, useRef, useState, useTransition } from "react";
import { useTexts } from "#texts";
import { problemOf, type Refused, refusedWith } from "@/lib/core/action-result";
import type { Channel } from "@/lib/links/channel";
import type { Link } from "@/lib/links/link";
import type { LinkInput } from "@/lib/links/schema";
import type { SavedLink } from "../../layout/dashboard-actions";
import { useSharedUrl } from "../../layout/instance";
import { useOpenDialog } from "../../layout/open-dialog";
import { copyText, writeClipboard } from "../../ui/copy-button";
import { showToast } from "../../ui/toast";
import { useEditChannels } from "../jobs/use-job";
import { focusRow } from "../row-focus";
import { attemptsOf, mayDouble } from "./attempts";
import { useDescribeEdits } from "./edit-conflict";
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

/** Submits the form. Field errors are shown at their fields. */
export function useSaveLink(
  link: Link | undefined,
  from: Link | undefined,
  onClose: () => void,
  form: React.RefObject<HTMLFormElement | null>,
  onShared: (created: { link: Link; channels: Channel[] }) => void,
  onChannelsChanged: (isUndone: boolean) => void,
) {
  const [t, tags] = [useTexts("form"), useTexts("form.tags")];
  const attempts = attemptsOf(draftName(from?.slug));
  const createLink = useCreateLink(attempts);
  const copyCreated = useCopyCreated();
  const update = useUpdateLink();
  const editChannels = useEditChannels();
  const describeEdits = useDescribeEdits();
  const [refused, setRefused] = useState<Refused | null>(null);
  const [conflict, setConflict] = useState<SavedLink | null>(null);
  const [pending, start] = useTransition();

  // Fields that are inert meanwhile lose the focus.
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    if (pending) return;
    // The foot shows where a refusal is.
    if (!refused && focused.current instanceof HTMLElement) focused.current.focus();
    focused.current = null;
  }, [refused, pending]);

  /** Another dialog may have taken the place of this one before the answer came. */
  const refuse = (result: Refused, said: (why: string) => string) => {
    if (form.current) setRefused(atField(result));
    else if (result.code !== "signed_out") showToast(said(result.message), { failed: true });
  };

  /** `taken`: the generated slug that somebody else got since the dialog opened. */
  const send = async (draft: LinkDraft, channels: Channel[]) => {
    const result = await createLink(toNewLink(draft), channels);
    if (result.ok || result.code !== "slug_taken" || draft.ownSlug) return { result, taken: null };
    const input = toNewLink({ ...draft, slug: "" });
    if (mayDouble(attempts, [input, channels]))
      return { result: refusalAt("slug", t("saving.doubtful")), taken: null };
    return { result: await createLink(input, channels), taken: draft.slug };
  };
  const create = async (draft: LinkDraft) => {
    const channels = channelsOf(draft.sharing);
    const { result, taken } = await send(draft, channels);
    if (!result.ok) return refuse(result, (why) => t("saving.notCreated", { why }));
    const created = result.value;
    forgetDraft(draft, from?.slug);
    focusRow(created.slug);
    if (channels.length > 0 && form.current) {
      if (taken !== null) showToast(t("saving.takenCreated", { taken, link: `/${created.slug}` }));
      return onShared({ link: created, channels });
    }
    onClose();
    await copyCreated(created, taken);
  };
  /** Resolves with whether it was saved. */
  const edit = async (seen: Link, changes: LinkInput) => {
    setConflict(null);
    const result = await update(seen, changes);
    const { slug } = seen;
    if (!result.ok) {
      refuse(result, (why) => t("saving.notSaved", { slug, why }));
      return false;
    }
    setRefused(null);
    const { meanwhile } = result.value;
    if (meanwhile.length === 0) onClose();
    else if (form.current) setConflict(result.value);
    else {
      const said = describeEdits(meanwhile);
      showToast(t("saving.notSaved", { slug, why: said }), { failed: true });
    }
    return meanwhile.length === 0;
  };
  /** Channels first, of which nothing is left to save if the rest is refused. */
  const editAll = async (of: Link, draft: LinkDraft) => {
    const [channels, changes] = [channelEdit(draft.sharing), changesOf(of, draft)];
    const telling = {
      onUndone: () => onChannelsChanged(true),
      onFailure: (message: string) =>
        refuse(refusedWith(message), (why) => t("saving.notSaved", { slug: of.slug, why })),
    };
    if (channels && !(await editChannels([of], channels, telling))) return;
    if (channels && Object.keys(changes).length === 0) return onClose();
    if (!(await edit(of, changes)) && channels) onChannelsChanged(false);
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
    const problem = tagsProblem(allTags(draft.tags, draft.tag), tags);
    if (problem !== undefined) return setRefused(refusalAt("tags", problem));
    run(() => (link ? editAll(link, draft) : create(draft)));
  };
  /** Saves what is typed after all, without the fields that stay as the others left them. */
  const settle = (draft: LinkDraft, { link: now, meanwhile }: SavedLink, isMine: boolean) => {
    const theirs = isMine ? [] : meanwhile.map(({ field }): string => field);
    const rest = link ? changesWithout(changesOf(link, draft), theirs) : {};
    if (Object.keys(rest).length === 0) return onClose();
    run(async () => void (await edit(now, rest)));
  };

  return {
    save,
    conflict,
    settle,
    pending,
    refused,
    problemOf: (path: string) => problemOf(refused, path),
  };
}

/** Copies the short link of a new link and says so. `taken`: the slug that it
 * should have had. */
function useCopyCreated(): (created: Link, taken: string | null) => Promise<void> {
  const [t, common] = [useTexts("form.saving"), useTexts("common")];
  const sharedUrl = useSharedUrl();
  const open = useOpenDialog();
  return async (created, taken) => {
    const address = sharedUrl(created);
    const isCopied = await writeClipboard(address);
    const link = address.replace(/^https?:\/\//, "");
    const said =
      taken === null
        ? t(isCopied ? "createdAndCopied" : "created", { link })
        : t(isCopied ? "takenCreatedAndCopied" : "takenCreated", { taken, link });
    showToast(said, {
      actions: [
        { name: common("copy"), run: () => void copyText(address) },
        { name: t("qr"), run: () => open({ kind: "qr", link: created }) },
        { name: common("share"), run: () => open({ kind: "share", link: created }) },
      ],
    });
  };
}
