// Run: all
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { RawConnection } from "../support/raw-connection";
import { useService } from "../support/service";

/** Whatever strangers send: the log is one JSON object a line, says no "error", and stays short. */
const service = useService({ env: { LOG_LEVEL: "info" } });
let written = "";

beforeAll(() => {
  service.server.process.stderr?.on("data", (chunk) => {
    written += chunk;
  });
});

const attempts = 60;

it("clients can neither flood the log nor write unstructured lines", async () => {
  const { url } = service.server;
  const action = (id: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/dashboard/sign-in`, {
      method: "POST",
      headers: { "Next-Action": id, Origin: url, ...headers },
      body: "[]",
      redirect: "manual",
    });
  for (let index = 0; index < attempts; index++) {
    const id = index.toString(16).padStart(42, "a");
    expect((await action(id)).status).toBe(404);
    await action(id, { "Content-Type": "multipart/form-data; boundary=x" }).catch(() => {});
    await action(id, { "X-Forwarded-Host": `evil-${index}.example` });
    const leaving = new RawConnection(service.server);
    await leaving.send(
      `POST /dashboard/sign-in HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nNext-Action: ${id}\r\nContent-Length: 5000\r\n\r\n[`,
    );
    await sleep(5);
    leaving.abort();
  }
  await untilQuiet();
  const lines = written.split("\n").filter((line) => line !== "");
  const parsed = lines.map((line) => JSON.parse(line) as { level: number; msg: string });
  expect(parsed.filter(({ level }) => level >= 50)).toEqual([]);
  expect(lines.length).toBeLessThan(attempts / 2);
});

/** The last of what the thread prints is on its way. */
async function untilQuiet(): Promise<void> {
  for (let before = -1; before !== written.length; ) {
    before = written.length;
    await sleep(300);
  }
}
