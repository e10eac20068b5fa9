"use client";

import { Upload } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { FormMessage } from "@/components/layout/form-message";
import { Button } from "@/components/ui/button";
import type { ImportReport } from "@/lib/transfer/import-links";
import type { ImportLine } from "@/lib/transfer/report-lines";
import { ImportOutcome } from "./import-outcome";

interface State {
  phase: "idle" | "running" | "over";
  dryRun: boolean;
  report?: ImportReport;
  error?: string;
}

/** Lets the owner choose a file and check or import it, and shows the report as it streams in. */
export function ImportLinks() {
  const [file, setFile] = useState<File>();
  const [state, setState] = useState<State>({ phase: "idle", dryRun: false });
  const picker = useRef<HTMLInputElement>(null);
  const router = useRouter();

  const run = async (dryRun: boolean) => {
    if (!file) return;
    setState({ phase: "running", dryRun });
    try {
      await sendFile(file, dryRun, (line) =>
        setState((before) => ("error" in line ? { ...before, error: line.error } : { ...before, report: addUp(before.report, line) })),
      );
    } catch {
      setState((before) => ({
        ...before,
        error: "Connection lost. Import the file again: links that already exist are reported and not changed.",
      }));
    }
    setState((before) => ({ ...before, phase: "over" }));
    if (!dryRun) router.refresh();
  };

  const isRunning = state.phase === "running";
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={picker}
          type="file"
          accept=".csv,.json,text/csv,application/json"
          className="sr-only"
          aria-label="File of links, CSV or JSON"
          onChange={(event) => {
            setFile(event.target.files?.[0]);
            setState({ phase: "idle", dryRun: false });
          }}
        />
        <Button onClick={() => picker.current?.click()} disabled={isRunning}>
          <Upload aria-hidden className="size-4" />
          {file ? "Choose another file" : "Choose a file"}
        </Button>
        {file && (
          <>
            <span className="mono min-w-0 truncate text-secondary">{file.name}</span>
            <span className="flex gap-2 sm:ml-auto">
              <Button onClick={() => void run(true)} disabled={isRunning}>
                Dry run
              </Button>
              <Button variant="primary" onClick={() => void run(false)} disabled={isRunning}>
                Import
              </Button>
            </span>
          </>
        )}
      </div>
      <FormMessage text={state.error} />
      {state.report && <ImportOutcome report={state.report} dryRun={state.dryRun} isRunning={isRunning} />}
    </div>
  );
}

/** Each report adds its problems to those before. */
function addUp(before: ImportReport | undefined, report: ImportReport): ImportReport {
  return { ...report, problems: [...(before?.problems ?? []), ...report.problems] };
}

/** Uploads the file and calls `onLine` for each line of the streamed response. */
async function sendFile(file: File, dryRun: boolean, onLine: (line: ImportLine) => void): Promise<void> {
  const format = /\.json$/i.test(file.name) || file.type === "application/json" ? "json" : "csv";
  const response = await fetch(`/dashboard/settings/data/import?format=${format}${dryRun ? "&check=1" : ""}`, { method: "POST", body: file });
  if (!response.ok || response.redirected || !response.body) {
    const { detail } = (await response.json().catch(() => ({}))) as { detail?: string };
    return onLine({ error: detail ?? "Upload failed. Sign in again and retry." });
  }
  let rest = "";
  for await (const text of readText(response.body)) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(JSON.parse(line) as ImportLine);
  }
}

async function* readText(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}
