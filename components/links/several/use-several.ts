"use client";

import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useTexts } from "#texts";
import { type Refused, refusedWith } from "@/lib/core/action-result";
import { onlyLines, type PastedLink, readPastedLinks } from "@/lib/core/pasted-links";
import type { LinkPreview } from "@/lib/links/preview-links";
import { type SeveralResult, useDashboardActions } from "../../layout/dashboard-actions";
import { useInstance } from "../../layout/instance";
import { answerOf } from "../../ui/use-action";
import { useDebouncedValue } from "../../ui/use-debounced-value";
import { useOnlineRouter } from "../../ui/use-online-router";
import { attemptOf, noAttempt } from "../form/attempts";
import { channelsOf } from "../form/sharing";
import { allTags, tagsProblem } from "../form/typed-tags";
import {
  isSendable,
  judgeLines,
  keyOf,
  linesToSend,
  mostLines,
  portionsAfter,
  portionsOf,
  toInput,
} from "./judge-lines";
import { sendPortions } from "./send-portions";
import {
  keepSeveral,
  keptSeveral,
  type ReadyLine,
  type SeveralDraft,
  sharedFields,
} from "./several-draft";

/** The draft of several links, what would become of its lines, and how it is sent. */
export function useSeveral(added: string | undefined) {
  const t = useTexts("form.several");
  const { newLink } = useInstance();
  const [draft, setDraft] = useState(() => keptSeveral(newLink, added));
  const set = (changes: Partial<SeveralDraft>) => {
    const next = { ...draft, ...changes };
    setDraft(next);
    keepSeveral(next);
  };
  const text = useDeferredValue(draft.text);
  const links = useMemo(() => readPastedLinks(text), [text]);
  const { previews, problem, forget } = usePreviews(links);
  const lines = useMemo(
    () => judgeLines(links.slice(0, mostLines), previews, t),
    [links, previews, t],
  );
  const creation = useCreation(draft, (next) => {
    forget();
    set(next);
  });
  return { draft, set, lines, total: links.length, problem, ...creation };
}

/** What the server says of the lines, a pause after they changed. */
function usePreviews(links: readonly PastedLink[]) {
  const { previewSeveral } = useDashboardActions();
  const [previews, setPreviews] = useState<ReadonlyMap<string, LinkPreview>>(new Map());
  const [problem, setProblem] = useState<string>();
  const settled = useDebouncedValue(links, 400);
  const known = useRef(previews);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isOutdated = false;
    const read = async () => {
      const open = settled
        .slice(0, mostLines)
        .filter((link) => isSendable(link) && !known.current.has(keyOf(link)));
      for (const portion of portionsOf(open)) {
        const result = await answerOf(previewSeveral(portion.map(toInput)));
        if (isOutdated) return;
        setProblem(result.ok ? undefined : result.message);
        if (!result.ok) return;
        const found = portion.map((link, at) => [keyOf(link), result.value[at]] as const);
        known.current = new Map([
          ...known.current,
          ...found.flatMap(([key, preview]) => (preview ? [[key, preview] as const] : [])),
        ]);
        setPreviews(known.current);
      }
    };
    void read();
    return () => {
      isOutdated = true;
    };
  }, [settled, previewSeveral, round]);
  const forget = () => {
    known.current = new Map();
    setPreviews(known.current);
    setRound((before) => before + 1);
  };
  return { previews, problem, forget };
}

/** `onDone` gets what has changed in the draft. */
function useCreation(draft: SeveralDraft, onDone: (changes: Partial<SeveralDraft>) => void) {
  const { createSeveral } = useDashboardActions();
  const [t, tags] = [useTexts("form.several"), useTexts("form.tags")];
  const router = useOnlineRouter();
  const [sent, setSent] = useState<number>();
  const [refused, setRefused] = useState<Refused | null>(null);
  const [ready, setReady] = useState<{ lines: ReadyLine[]; left: number }>();
  // A ref, because a second press may come before `sent` is rendered.
  const isSending = useRef(false);

  const create = async () => {
    const portions = portionsAfter(linesToSend(readPastedLinks(draft.text)), draft.unanswered);
    const rows = portions.flat();
    const wrong = tagsProblem(allTags(draft.tags, draft.tag), tags);
    if (wrong !== undefined) return setRefused(refusedWith(t("problem", { problem: wrong })));
    if (isSending.current || rows.length === 0) return;
    isSending.current = true;
    setRefused(null);
    setSent(0);
    const shared = sharedFields(draft);
    const channels = channelsOf(draft.sharing);
    const { reuses } = draft;
    let now = draft;
    const send = (portion: PastedLink[]) => {
      const given = portion.map((row) => ({ ...toInput(row), ...shared }));
      const attempt = attemptOf(now.attempt, [given, channels, reuses]);
      now = { ...now, attempt, unanswered: portion.map(keyOf) };
      // A reload must not forget it while the answer is on its way.
      keepSeveral(now);
      return createSeveral(given, channels, { key: attempt.key, reuses });
    };
    const problem = await sendPortions(
      portions,
      send,
      (results: SeveralResult[]) => {
        setSent(results.length);
        const left = withoutDone(draft, rows, results);
        now = { ...now, ...left, attempt: noAttempt, unanswered: [] };
        keepSeveral(now);
      },
      t,
    );
    isSending.current = false;
    setSent(undefined);
    router.refresh();
    const isOver = problem === undefined && now.ready.length > 0;
    onDone(isOver ? { ...now, ready: [] } : now);
    if (isOver) setReady({ lines: uniqueLinks(now.ready), left: readPastedLinks(now.text).length });
    else setRefused(refusedWith(problem ?? t("noneCreated")));
  };

  return { create, sent, refused, ready, edit: () => setReady(undefined) };
}

/** The draft without the lines that are done, which are never sent again. */
function withoutDone(
  draft: SeveralDraft,
  rows: readonly PastedLink[],
  results: readonly SeveralResult[],
): Pick<SeveralDraft, "text" | "ready"> {
  const done = results.flatMap((result) => ("link" in result ? [result] : []));
  const made = new Set(
    rows.flatMap(({ line }, at) => ("link" in (results[at] ?? {}) ? [line] : [])),
  );
  const isRepeated = repeatedIn(draft.text, made);
  const left = readPastedLinks(draft.text).filter(
    ({ line }) => !made.has(line) && !isRepeated.has(line),
  );
  return {
    text: onlyLines(draft.text, new Set(left.map(({ line }) => line))),
    ready: [...draft.ready, ...done],
  };
}

/** Lines that say the same as one that is done. */
function repeatedIn(text: string, made: ReadonlySet<number>): Set<number> {
  const lines = judgeLines(readPastedLinks(text), new Map());
  return new Set(
    lines.flatMap(({ link, verdict }) =>
      verdict.outcome === "repeated" && made.has(verdict.of) ? [link.line] : [],
    ),
  );
}

/** Two lines may lead to one link that existed. */
function uniqueLinks(lines: readonly ReadyLine[]): ReadyLine[] {
  return [...new Map(lines.map((line) => [line.link.id, line])).values()];
}
