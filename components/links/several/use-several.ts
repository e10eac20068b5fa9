"use client";

import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useTexts } from "#texts";
import { type Refused, refusedWith } from "@/lib/core/action-result";
import { newKey } from "@/lib/core/new-key";
import { onlyLines, type PastedLink, readPastedLinks } from "@/lib/core/pasted-links";
import type { LinkPreview } from "@/lib/links/preview-links";
import type { ShownJob } from "@/lib/owners/jobs";
import type { Texts } from "@/lib/texts/translator";
import { useDashboardActions } from "../../layout/dashboard-actions";
import { useInstance } from "../../layout/instance";
import { showToast } from "../../ui/toast";
import { answerOf } from "../../ui/use-action";
import { useDebouncedValue } from "../../ui/use-debounced-value";
import { channelsOf } from "../form/sharing";
import { allTags, tagsProblem } from "../form/typed-tags";
import type { JobOutcome } from "../jobs/follow-job";
import { useTellJob } from "../jobs/use-job";
import { ask } from "../link-queries";
import { firstLines, isSendable, judgeLines, keyOf, linesToSend, toInput } from "./judge-lines";
import {
  keepSeveral,
  keptSeveral,
  type ReadyLine,
  type SentLines,
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
  const lines = useMemo(() => judgeLines(firstLines(links), previews, t), [links, previews, t]);
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
      const open = firstLines(settled).filter(
        (link) => isSendable(link) && !known.current.has(keyOf(link)),
      );
      if (open.length === 0) return;
      const result = await answerOf(previewSeveral(open.map(toInput)));
      if (isOutdated) return;
      setProblem(result.ok ? undefined : result.message);
      if (!result.ok) return;
      const found = open.map((link, at) => [keyOf(link), result.value[at]] as const);
      known.current = new Map([
        ...known.current,
        ...found.flatMap(([key, preview]) => (preview ? [[key, preview] as const] : [])),
      ]);
      setPreviews(known.current);
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

type CreatedLine = ReadyLine & { row: number };

interface Ready {
  lines: ReadyLine[];
  left: number;
  onUndo: (() => void) | undefined;
}

function refusalOf(why: string, done: number, all: number, t: Texts<"form.several">): string {
  return done > 0 ? t("someDone", { done: String(done), all: String(all), why }) : why;
}

/** `onDone` gets the draft as it is then. */
function useCreation(draft: SeveralDraft, onDone: (next: SeveralDraft) => void) {
  const { createSeveral } = useDashboardActions();
  const [t, tags] = [useTexts("form.several"), useTexts("form.tags")];
  const made = useTexts("form.ready");
  const { run, undo } = useTellJob();
  const [sent, setSent] = useState<number>();
  const [refused, setRefused] = useState<Refused | null>(null);
  const [ready, setReady] = useState<Ready>();
  /** The dialog may be closed before the end. */
  const isShown = useRef(true);
  // A ref, because a second press may come before `sent` is rendered.
  const isSending = useRef(false);

  /** What became of the lines. */
  const send = ({ key, rows, shared, channels, reuses }: SentLines) =>
    new Promise<JobOutcome>((resolve) => {
      const start = () => createSeveral(key, rows.map(toInput), shared, channels, reuses);
      const onProgress = ({ done }: ShownJob) => setSent(done);
      void run([], start, resolve, { id: key, onProgress });
    });

  /** What the draft is once these lines are sent, and why that is not known or was ended. */
  const sendSome = async (before: SeveralDraft, lines: SentLines) => {
    setSent(0);
    // The page may be left before the answer.
    const sending = { ...before, sent: lines };
    keepSeveral(sending);
    const outcome = await send(lines);
    const done = outcome.changed > 0 ? await ask("job-rows", { id: lines.key }) : [];
    if (outcome.isLost || done === null)
      return { now: sending, isLast: true, problem: t("lost"), isNew: false };
    const created = done as unknown as CreatedLine[];
    const now = { ...withoutDone(sending, lines.rows, created), sent: undefined };
    keepSeveral(now);
    const { refusal, isStopped } = outcome;
    return {
      now,
      isLast: isStopped || refusal !== undefined,
      problem: refusal && refusalOf(refusal, created.length, lines.rows.length, t),
      isNew: created.some(({ isNew }) => isNew),
    };
  };
  /** What was sent before and has no answer yet. A press also sends the first lines that are left. */
  const sendAll = async (isPressed: boolean) => {
    const ids: string[] = [];
    const sendNext = async (before: SeveralDraft, lines: SentLines) => {
      const step = await sendSome(before, lines);
      if (step.isNew) ids.push(lines.key);
      return { ...step, ids };
    };
    const { sent } = draft;
    const first = sent && (await sendNext(draft, sent));
    if (first && (first.isLast || !isPressed)) return first;
    const { now } = first ?? { now: draft };
    const tried = new Set(sent?.rows.map(keyOf));
    const rows = linesToSend(readPastedLinks(now.text)).filter((row) => !tried.has(keyOf(row)));
    return rows.length > 0
      ? sendNext(now, newLines(now, rows))
      : { now, problem: first?.problem, ids };
  };

  const create = async (isPressed = true) => {
    const wrong = tagsProblem(allTags(draft.tags, draft.tag), tags);
    if (wrong !== undefined) return setRefused(refusedWith(t("problem", { problem: wrong })));
    if (isSending.current) return;
    isSending.current = true;
    setRefused(null);
    const { now, problem, ids } = await sendAll(isPressed);
    isSending.current = false;
    setSent(undefined);
    const isOver = problem === undefined && now.ready.length > 0;
    const next = isOver ? { ...now, ready: [] } : now;
    onDone(next);
    if (!isOver) return setRefused(refusedWith(problem ?? t("noneCreated")));
    const onUndo = ids.length > 0 ? () => ids.forEach((id) => void undo(id)) : undefined;
    const count = now.ready.filter(({ isNew }) => isNew).length;
    if (!isShown.current) showToast(made("someCreated", { count }), { undo: onUndo });
    setReady({
      lines: uniqueLinks(now.ready),
      left: readPastedLinks(now.text).length,
      onUndo,
    });
  };
  useEffect(() => {
    isShown.current = true;
    // What was sent before a reload goes on.
    if (draft.sent) void create(false);
    return () => {
      isShown.current = false;
    };
  }, []);
  return { create, sent, refused, ready, edit: () => setReady(undefined) };
}

const newLines = (draft: SeveralDraft, rows: PastedLink[]): SentLines => ({
  ...{ key: newKey(), rows, shared: sharedFields(draft), reuses: draft.reuses },
  channels: channelsOf(draft.sharing),
});

/** The draft without the lines that are done, which are never sent again. */
function withoutDone(
  draft: SeveralDraft,
  rows: readonly PastedLink[],
  done: readonly CreatedLine[],
): SeveralDraft {
  const keys = new Set(done.flatMap(({ row }) => (rows[row] ? [keyOf(rows[row])] : [])));
  const links = readPastedLinks(draft.text);
  const made = new Set(links.filter((link) => keys.has(keyOf(link))).map(({ line }) => line));
  const isRepeated = repeatedIn(draft.text, made);
  const left = links.filter(({ line }) => !made.has(line) && !isRepeated.has(line));
  return {
    ...draft,
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
