"use client";

import { memo } from "react";
import { useTexts } from "#texts";
import { Check, CircleAlert, Link as LinkIcon, TriangleAlert } from "@/components/ui/icons";
import { withSlug } from "@/lib/core/pasted-links";
import { Button } from "../../ui/button";
import { chipStyle } from "../../ui/chip";
import { FieldNote } from "../../ui/field";
import { type JudgedLine, summarise, type Verdict } from "./judge-lines";

interface LineTableProps {
  text: string;
  lines: readonly JudgedLine[];
  /** Of links, with those beyond the most. */
  total: number;
  reuses: boolean;
  /** Why the lines could not be checked. */
  problem: string | undefined;
  onChange: (text: string) => void;
}

/** What each line says and would become, before anything is created. */
export function LineTable({ text, lines, total, reuses, problem, onChange }: LineTableProps) {
  const t = useTexts("form.several");
  if (lines.length === 0) return null;
  const proposals = lines.flatMap(({ link, verdict }) =>
    verdict.outcome === "taken" && verdict.proposal !== null
      ? [{ line: link.line, slug: verdict.proposal }]
      : [],
  );
  const useProposals = (chosen: typeof proposals) =>
    onChange(chosen.reduce((before, { line, slug }) => withSlug(before, line, slug), text));
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <p role="status" className="text-label text-secondary">
          {summarise(lines, reuses, t)}
        </p>
        {proposals.length > 1 && (
          <Button size="small" onClick={() => useProposals(proposals)}>
            {t("useAll", { count: proposals.length })}
          </Button>
        )}
      </div>
      {total > lines.length && (
        <FieldNote tone="warn">
          <TriangleAlert aria-hidden />
          {t("tooMany", { most: lines.length, rest: total - lines.length })}
        </FieldNote>
      )}
      {problem && (
        <FieldNote tone="warn">
          <TriangleAlert aria-hidden />
          {t("notChecked", { problem })}
        </FieldNote>
      )}
      <ol
        aria-label={t("outcomes")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        className="relative max-h-[44vh] divide-y divide-hairline overflow-y-auto rounded-card border border-hairline focus-visible:-outline-offset-2"
      >
        {lines.map(({ link, verdict }) => (
          <Line
            key={link.line}
            line={link.line}
            url={link.url}
            slug={link.slug}
            title={link.title}
            verdict={verdict}
            reuses={reuses}
            onUse={useProposals}
          />
        ))}
      </ol>
    </div>
  );
}

const Line = memo(
  function Line({
    line,
    url,
    slug,
    title,
    verdict,
    reuses,
    onUse,
  }: {
    line: number;
    url: string;
    slug: string;
    title: string;
    verdict: Verdict;
    reuses: boolean;
    onUse: (proposals: { line: number; slug: string }[]) => void;
  }) {
    return (
      <li className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-2 gap-y-1 px-3 py-2 text-small [contain-intrinsic-size:auto_56px] [content-visibility:auto] sm:grid-cols-[28px_minmax(0,1fr)_minmax(0,220px)]">
        <span className="mono text-end text-tertiary">{line}</span>
        <span className="min-w-0">
          <span className="ltr-text block truncate" title={url}>
            {url.replace(/^https?:\/\//, "")}
          </span>
          {(slug || title) && (
            <span className="block truncate text-label text-secondary">
              {slug && <span className="mono">/{slug}</span>}
              {slug && title && " · "}
              {title}
            </span>
          )}
        </span>
        <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1 self-start text-label [overflow-wrap:anywhere] max-sm:col-start-2 [&>svg]:size-3.5 [&>svg]:shrink-0">
          <Outcome line={line} verdict={verdict} reuses={reuses} onUse={onUse} />
        </span>
      </li>
    );
  },
  // `onUse` is new each time; with another text it is called with the newest lines anyway.
  (before, after) =>
    before.line === after.line &&
    before.url === after.url &&
    before.slug === after.slug &&
    before.title === after.title &&
    before.reuses === after.reuses &&
    JSON.stringify(before.verdict) === JSON.stringify(after.verdict) &&
    before.verdict.outcome !== "taken",
);

function Outcome({
  line,
  verdict,
  reuses,
  onUse,
}: {
  line: number;
  verdict: Verdict;
  reuses: boolean;
  onUse: (proposals: { line: number; slug: string }[]) => void;
}) {
  const t = useTexts("form.several");
  switch (verdict.outcome) {
    case "unknown":
      return <span className="text-tertiary">{t("lineChecking")}</span>;
    case "new":
      return (
        <>
          <Check aria-hidden className="text-accent" /> {t("lineNew")}
        </>
      );
    case "exists":
      return (
        <>
          <LinkIcon aria-hidden className="text-accent" />
          <span className="min-w-0 flex-1">
            {t.rich(reuses ? "lineExists" : "lineAlso", {
              slug: () => <span className="mono">/{verdict.slug}</span>,
            })}
          </span>
        </>
      );
    case "taken": {
      const { proposal } = verdict;
      return (
        <>
          <TriangleAlert aria-hidden className="text-bots" /> {t("lineTaken")}
          {proposal !== null && (
            <button
              type="button"
              className={chipStyle({ size: "tiny", className: "max-w-full" })}
              onClick={() => onUse([{ line, slug: proposal }])}
            >
              <span className="truncate">
                {t.rich("lineUse", {
                  slug: () => <span className="font-mono">{proposal}</span>,
                })}
              </span>
            </button>
          )}
        </>
      );
    }
    case "repeated":
      return <span className="text-secondary">{t("lineSame", { line: String(verdict.of) })}</span>;
    case "invalid":
      return (
        <>
          <CircleAlert aria-hidden className="text-danger" />
          <span className="min-w-0 flex-1 text-danger">{verdict.problem}</span>
        </>
      );
  }
}
