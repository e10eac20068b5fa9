"use client";

import { lazy, Suspense, useRef, useState } from "react";
import { useTexts } from "#texts";
import { FormMessage } from "@/components/layout/form-message";
import { useViewer } from "@/components/layout/viewer-context";
import { progressText } from "@/components/links/jobs/progress-text";
import { Button } from "@/components/ui/button";
import { Upload } from "@/components/ui/icons";
import { Select } from "@/components/ui/select";
import { useOnlineRouter } from "@/components/ui/use-online-router";
import { type ChosenSlugs, chooseSlugs, mostChosenSlugs } from "@/lib/transfer/choose-slugs";
import type { FileLine, ImportLine } from "@/lib/transfer/report-lines";
import type { Mapping } from "./column-mapping";
import { describeFile, encodingName, encodings } from "./describe-file";
import { ImportOutcome, type ShownReport } from "./import-outcome";
import { sendFile } from "./send-file";

const ColumnMapping = lazy(() => import("./column-mapping"));

interface State {
  phase: "idle" | "running" | "over";
  dryRun: boolean;
  /** What the server takes the file for. */
  taken?: FileLine;
  report?: ShownReport;
  error?: string;
}

interface Choice {
  file: File;
  mapping: Mapping | undefined;
  encoding: string;
  dateOrder: string;
  slugs: ChosenSlugs;
}

/**
 * Lets the owner choose a file and name its columns if necessary. It is checked at once, and again
 * after each choice; one button imports what is ready. Shows the report as it streams in.
 */
export function ImportLinks() {
  const t = useTexts("settings.data");
  const { locale } = useViewer();
  const [file, setFile] = useState<File>();
  const [mapping, setMapping] = useState<Mapping>();
  const [encoding, setEncoding] = useState("");
  const [dateOrder, setDateOrder] = useState("");
  const [slugs, setSlugs] = useState<ChosenSlugs>({});
  const [state, setState] = useState<State>({ phase: "idle", dryRun: false });
  const picker = useRef<HTMLInputElement>(null);
  const [running, setRunning] = useState<Running>();
  const router = useOnlineRouter();

  const run = async (dryRun: boolean, { file, mapping, slugs, ...choice }: Choice) => {
    const { encoding, dateOrder } = choice;
    const stop = new AbortController();
    // Only what was checked is imported, so its rows are known.
    const rows = rowsOf(state);
    setRunning(dryRun ? undefined : { rows, from: performance.now(), stop: () => stop.abort() });
    setState(({ taken }) => ({ phase: "running", dryRun, ...(taken && { taken }) }));
    try {
      await sendFile(
        file,
        {
          ...{ dryRun: String(dryRun), ...mapping, ...written(slugs) },
          ...(encoding && { encoding }),
          ...(dateOrder && { dateOrder }),
        },
        (line) => {
          if ("source" in line && line.source === null) setMapping((before) => before ?? {});
          setState((before) => withLine(before, line));
        },
        { uploadFailed: t("uploadFailed"), signal: stop.signal },
      );
    } catch {
      const lost = stop.signal.aborted ? "stoppedImport" : "lostImport";
      setState((before) => ({ ...before, error: t(dryRun ? "lostCheck" : lost) }));
    }
    setState((before) => ({ ...before, phase: "over" }));
    setRunning(undefined);
    if (!dryRun) router.refresh();
  };
  const check = (choice: Partial<Choice>) => {
    const next = { file, mapping, encoding, dateOrder, slugs, ...choice };
    if (next.file) void run(true, { ...next, file: next.file });
  };

  const use = (chosen: [row: number, slug: string][]) => {
    const next = chooseSlugs(slugs, chosen);
    setSlugs(next);
    check({ slugs: next });
  };

  const isRunning = state.phase === "running";
  // A check that broke off counted only the beginning of the file.
  const hasFailed = state.phase === "over" && state.dryRun && state.error !== undefined;
  const isChecked = state.phase === "over" && state.dryRun && !hasFailed;
  const ready = isChecked ? (state.report?.created ?? 0) : 0;
  const { taken } = state;
  const isKnown = taken?.source !== null || Boolean(mapping?.url);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={picker}
          type="file"
          accept=".csv,.tsv,.txt,.json,.sql,.html,text/csv,application/json"
          className="sr-only"
          aria-label={t("fileLabel")}
          disabled={isRunning}
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            // The same file can be chosen again, once it was mended.
            event.target.value = "";
            if (!chosen) return;
            setFile(chosen);
            setMapping(undefined);
            setEncoding("");
            setDateOrder("");
            setSlugs({});
            setState({ phase: "idle", dryRun: true });
            check({ file: chosen, mapping: undefined, encoding: "", dateOrder: "", slugs: {} });
          }}
        />
        <Button onClick={() => picker.current?.click()} disabled={isRunning}>
          <Upload aria-hidden className="size-4" />
          {t("chooseFile")}
        </Button>
        {file && (
          <>
            <span className="mono min-w-0 truncate text-secondary">{file.name}</span>
            <Select
              aria-label={t("encoding")}
              className="sm:ms-auto sm:w-auto"
              value={encoding}
              disabled={isRunning}
              onChange={(event) => {
                setEncoding(event.target.value);
                check({ encoding: event.target.value });
              }}
            >
              <option value="">
                {t("named", { name: t("encoding"), value: t("asRecognized") })}
              </option>
              {encodings.map(({ value }) => (
                <option key={value} value={value}>
                  {encodingName(value, t, locale)}
                </option>
              ))}
            </Select>
            <DateOrderSelect
              isAsked={state.taken?.unclearDates === true}
              value={dateOrder}
              disabled={isRunning}
              onChange={(value) => {
                setDateOrder(value);
                check({ dateOrder: value });
              }}
            />
            {hasFailed && <Button onClick={() => check({})}>{t("checkAgain")}</Button>}
            {ready > 0 && (
              <Button
                variant="primary"
                disabled={isRunning}
                onClick={() => void run(false, { file, mapping, encoding, dateOrder, slugs })}
              >
                {t("importLinks", { links: ready })}
              </Button>
            )}
          </>
        )}
      </div>
      {taken && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-small">
          <p role="status" className={isKnown ? "text-secondary" : "text-danger"}>
            {isKnown
              ? describeFile(taken, t, locale)
              : `${taken.problem} ${t("chooseDestination")}`}
          </p>
          {!mapping && taken.names.length > 0 && (
            <Button size="small" disabled={isRunning} onClick={() => setMapping({})}>
              {t("chooseColumns")}
            </Button>
          )}
        </div>
      )}
      {taken && mapping && (
        <Suspense>
          <ColumnMapping
            names={taken.names}
            auto={taken.source !== null}
            mapping={mapping}
            disabled={isRunning}
            onChange={(next) => {
              setMapping(next);
              if (taken.source !== null || next.url) check({ mapping: next });
              else setState({ phase: "idle", dryRun: true, taken });
            }}
          />
        </Suspense>
      )}
      <FormMessage text={state.error} />
      {running && <ImportProgress {...running} done={rowsOf(state)} />}
      {state.report && (
        <ImportOutcome
          report={state.report}
          dryRun={state.dryRun}
          isRunning={isRunning}
          onUse={whileRoom(isChecked, slugs, use)}
        />
      )}
    </div>
  );
}

const rowsOf = ({ report }: State) => report?.rows ?? 0;

interface Running {
  rows: number;
  /** When it began, by `performance.now`. */
  from: number;
  stop: () => void;
}

/** How far an import is, which can be stopped. What is imported by then stays. */
function ImportProgress({ rows, from, stop, done }: Running & { done: number }) {
  const t = useTexts("jobs");
  const { locale } = useViewer();
  const progress = { done, total: Math.max(rows, done), tookMs: performance.now() - from };
  return (
    <div className="flex items-center gap-3 text-small">
      <p className="text-secondary tabular-nums">{progressText(progress, t, locale)}</p>
      <Button size="small" onClick={stop}>
        {t("stop")}
      </Button>
    </div>
  );
}

/** Only where the dates of a file may mean several days each. */
function DateOrderSelect({
  isAsked,
  value,
  disabled,
  onChange,
}: {
  isAsked: boolean;
  value: string;
  disabled: boolean;
  onChange: (value: string) => void;
}) {
  const t = useTexts("settings.data");
  if (!isAsked && value === "") return null;
  return (
    <Select
      aria-label={t("dateOrder")}
      className="sm:w-auto"
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{t("named", { name: t("dateOrder"), value: t("asRecognized") })}</option>
      <option value="day-first">{t("dayFirst", { example: "31/12" })}</option>
      <option value="month-first">{t("monthFirst", { example: "12/31" })}</option>
      <option value="year-first">{t("yearFirst", { example: "05/12/31" })}</option>
    </Select>
  );
}

/** `use` while a check is shown and more slugs can be chosen. */
function whileRoom<T>(isChecked: boolean, slugs: ChosenSlugs, use: T): T | null {
  return isChecked && Object.keys(slugs).length < mostChosenSlugs ? use : null;
}

function written(slugs: ChosenSlugs): Record<string, string> {
  const pairs = Object.entries(slugs).map(([row, slug]) => `${row}.${slug}`);
  return pairs.length > 0 ? { slugs: pairs.join(",") } : {};
}

/** Each report adds its problems to those before. */
function withLine(before: State, line: ImportLine): State {
  if ("error" in line) return { ...before, error: line.error };
  // Once the columns are named, the file stays what it was taken for: nothing is known of them but
  // the names.
  if ("source" in line)
    return {
      ...before,
      taken:
        before.taken?.source === null && line.source !== null ? { ...line, source: null } : line,
    };
  return {
    ...before,
    report: { ...line, problems: [...(before.report?.problems ?? []), ...line.problems] },
  };
}
