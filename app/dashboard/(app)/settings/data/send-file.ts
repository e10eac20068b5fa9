import type { ImportLine } from "@/lib/transfer/report-lines";

/**
 * Uploads the file and calls `onLine` for each line of the streamed response. `uploadFailed`: what
 * to say if the server does not. Aborted, it ends with the batch of rows under way.
 */
export async function sendFile(
  file: File,
  query: Record<string, string>,
  onLine: (line: ImportLine) => void,
  { uploadFailed, signal }: { uploadFailed: string; signal: AbortSignal },
): Promise<void> {
  const response = await fetch(`/dashboard/settings/data/import?${new URLSearchParams(query)}`, {
    method: "POST",
    body: file,
    signal,
  });
  if (!response.ok || response.redirected || !response.body) {
    const { detail } = (await response.json().catch(() => ({}))) as { detail?: string };
    return onLine({ error: detail ?? uploadFailed });
  }
  let rest = "";
  for await (const text of readText(response.body)) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(JSON.parse(line) as ImportLine);
  }
}

async function* readText(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}
