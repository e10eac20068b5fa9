import { GET as readStatistics } from "../app/api/links/[slug]/stats/route";
import { POST as importFile } from "../app/api/links/import/route";
import { POST as createLink } from "../app/api/links/route";
import { parseEnv } from "../lib/config/env";
import { startEmbeddedPostgres } from "../lib/database/embedded-postgres";
import { migrate } from "../lib/database/migrate";
import { createService } from "../lib/service/service";
import { answerVisit } from "../lib/visits/answer-visit";

/** What `files.mjs` looks at, in its own process. */

const token = "only-of-this-benchmark";

/** A service with a database of its own. Resolves with what ends both. */
export async function open(folder: string): Promise<() => Promise<void>> {
  const { url, stop } = await startEmbeddedPostgres(folder);
  await migrate(url);
  const settings = { BASE_URL: "http://localhost", LOG_LEVEL: "silent", API_TOKEN: token };
  const service = createService(parseEnv({ ...settings, DATA_DIR: folder }));
  service.useDatabase(url);
  // As housekeeping finds out.
  service.visits.journal.isEmpty();
  return async () => {
    await service.stop();
    await stop();
  };
}

let made = 0;
const link = () => ({ slug: `made-${made++}`, url: "https://example.com/" });

function request(path: string, body?: unknown): Request {
  return new Request(`http://localhost/api/links${path}`, {
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });
}

async function answered(answer: Response | Promise<Response>): Promise<void> {
  const { ok, status, text } = await Promise.resolve(answer).then(async (response) => ({
    ok: response.ok,
    status: response.status,
    text: await response.text(),
  }));
  if (!ok) throw new Error(`${status} ${text}`);
}

/** Each needs the link `made-0`, which the first makes. */
export const acts: Record<string, () => Promise<void>> = {
  "a created link": () => answered(createLink(request("", link()))),
  "a click": async () => {
    const { status } = await answerVisit({
      method: "GET",
      slug: "made-0",
      query: "",
      header: () => null,
      domain: null,
      peerAddress: "127.0.0.1",
      at: new Date(),
    });
    if (status !== 302) throw new Error(`a click: ${status}`);
  },
  "a report": () => answered(readStatistics(request("/made-0/stats"))),
  "an imported row": () => answered(importFile(request("/import", [link()]))),
};
