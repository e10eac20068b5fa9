"use client";

import { useEffect, useRef, useState, useTransition } from "react";
import { useTexts } from "#texts";
import { type ActionResult, messageOf, problemOf, type Refused } from "@/lib/core/action-result";
import type { Link } from "@/lib/links/link";
import type { SavedLink } from "../../layout/dashboard-actions";
import { useOpenDialog } from "../../layout/open-dialog";
import { showToast } from "../../ui/toast";
import { useDescribeEdits } from "./edit-conflict";
import { changesOf, draftOf } from "./link-draft";
import { useUpdateLink } from "./use-update-link";

/** One field of a link that is edited where it is shown. `onDone`: nothing is left to be saved. */
export function useFieldEdit(link: Link, field: "title" | "url", onDone: () => void = () => {}) {
  const before = draftOf(link)[field];
  const [typed, setTyped] = useState(before);
  // A change elsewhere is shown, unless something else is being typed.
  const [base, setBase] = useState(before);
  if (base !== before) {
    setBase(before);
    if (typed === base) setTyped(before);
  }
  const [refused, setRefused] = useState<Refused | null>(null);
  const [conflict, setConflict] = useState<SavedLink | null>(null);
  const [pending, start] = useTransition();
  const update = useUpdateLink();
  const showFailure = useFailureToast(field);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const reset = (text: string) => {
    setTyped(text);
    setRefused(null);
    setConflict(null);
    onDone();
  };
  const answer = (seen: Link, text: string, result: ActionResult<SavedLink>) => {
    const isSaved = result.ok && result.value.meanwhile.length === 0;
    if (!isShown.current) return isSaved ? undefined : showFailure(seen, text, result);
    if (isSaved) return reset(draftOf(result.value.link)[field]);
    setRefused(result.ok ? null : result);
    setConflict(result.ok ? result.value : null);
  };
  const save = (seen: Link, text: string) => {
    if (pending) return;
    const changes = changesOf(seen, { ...draftOf(seen), [field]: text });
    if (Object.keys(changes).length === 0) return reset(text);
    start(async () => answer(seen, text, await update(seen, changes)));
  };
  return {
    before,
    typed,
    setTyped,
    save: (text = typed) => save(link, text),
    reset: () => reset(before),
    pending,
    problem: problemOf(refused, field) ?? messageOf(refused),
    conflict: {
      conflict,
      pending,
      onSettle: (now: SavedLink, isMine: boolean) => {
        setConflict(null);
        if (isMine) save(now.link, typed);
        else reset(draftOf(now.link)[field]);
      },
    },
  };
}

/** For a field that is gone when its answer comes. What was typed is kept behind its button. */
function useFailureToast(field: "title" | "url") {
  const [t, common] = [useTexts("form"), useTexts("common.shortcuts")];
  const open = useOpenDialog();
  const describeEdits = useDescribeEdits();
  return (seen: Link, text: string, result: ActionResult<SavedLink>) => {
    if (!result.ok && result.code === "signed_out") return;
    const why = result.ok
      ? describeEdits(result.value.meanwhile)
      : (problemOf(result, field) ?? result.message);
    const link = result.ok ? result.value.link : seen;
    showToast(t("saving.notSaved", { slug: seen.slug, why }), {
      failed: true,
      actions: [{ name: common("edit"), run: () => open({ kind: "edit", link, [field]: text }) }],
    });
  };
}
