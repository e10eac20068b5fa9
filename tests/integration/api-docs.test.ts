// Run: all
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { afterEach, expect, it } from "vitest";
import { codeSamples } from "@/lib/http/api/code-samples";
import { docsPolicy } from "@/lib/http/api/docs-assets";
import { operations } from "@/lib/http/api/operations";
import { movedDestination } from "../support/moved-destination";
import { useService } from "../support/service";

const service = useService();

it("GET /api/docs needs no token and has a policy of its own", async () => {
  const response = await fetch(`${service.server.url}/api/docs`);
  expect([
    response.status,
    response.headers.get("content-type"),
    response.headers.get("content-security-policy"),
  ]).toEqual([200, "text/html; charset=utf-8", docsPolicy]);
  expect(await response.text()).toContain(
    `curl -sS --fail-with-body &#39;${service.server.url.replace("127.0.0.1", "localhost")}/api/links&#39;`,
  );
});

it("serves the clients that it links to, and no other file", async () => {
  const page = await (await fetch(`${service.server.url}/api/docs`)).text();
  const files = [...page.matchAll(/href="(\/api\/docs\/[^"]+)"/g)].map(([, path = ""]) => path);
  expect(files).toHaveLength(3);
  for (const path of files) {
    const answer = await fetch(service.server.url + path);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      200,
      "text/plain; charset=utf-8",
    ]);
    expect(await answer.text()).toBe(
      readFileSync(path.replace("/api/docs", "docs/client"), "utf8"),
    );
  }
  for (const name of ["none.py", "..%2fapi.md", "constructor"])
    expect((await fetch(`${service.server.url}/api/docs/${name}`)).status).toBe(404);
});

it("a problem leads to its explanation", async () => {
  const { body, headers } = await service.api.call<{ code: string }>(
    "GET",
    "/api/links/nothing-here",
  );
  const [, target = "", id] =
    /^<(\/api\/docs)#(\w+)>; rel="help"$/.exec(headers.get("link") ?? "") ?? [];
  expect(id).toBe(body.code);
  expect(await (await fetch(service.server.url + target)).text()).toContain(`id="${id}"`);
});

const languages: [language: string, command: string, args: string[]][] = [
  ["curl", "sh", ["-c"]],
  ["JavaScript", process.execPath, ["--input-type=module", "-e"]],
  ["Python", "python3", ["-c"]],
];

/** These need a visitor who clicked more than a hundred times. */
const needsClicks = ["setClicksAside", "undoSetAside"];

/** So that what one language leaves behind fails no other. */
afterEach(async () => {
  const { links } = await service.api.list();
  for (const { slug } of links) await service.api.remove(slug);
  await service.sql(`DELETE FROM "Tag"`);
});

/** What a script author pastes. Deleting comes last, because every sample uses the same link. */
it.each(languages)("the samples in %s work as they are", async (language, command, args) => {
  if (spawnSync(command, ["--version"]).error) return;
  const inOrder = operations(service.server.url).sort((a, b) => rank(a.id) - rank(b.id));
  // Whoever pastes a sample replaces {id} by the one that the creation answered.
  const ids = new Map<string, string>();
  for (const operation of inOrder.filter(
    ({ id, body }) =>
      Object.keys(body?.content ?? {})[0] !== "text/csv" && !needsClicks.includes(id),
  )) {
    const sample = codeSamples(operation, service.server.url).find(
      (each) => each.language === language,
    );
    const code = (sample?.code ?? "")
      .replace("{file}", "slugline.py")
      .replace(/(?<=\/api\/)(shares|webhooks)\/\{id\}/, (_, kind) => `${kind}/${ids.get(kind)}`);
    if (operation.id === "keepDestinationHost") await service.sql(movedDestination("spring-sale"));
    const child = spawn(command, [...args, code], {
      env: { NODE_ENV: "test", PATH: process.env.PATH, SLUGLINE_TOKEN: service.server.token },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [output, errors, exit] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise((resolve) => child.once("close", resolve)),
    ]);
    expect([exit, errors], `${operation.id}\n${code}`).toEqual([0, ""]);
    const kind = new Map([
      ["createShare", "shares"],
      ["createReceiver", "webhooks"],
    ]).get(operation.id);
    // Each language prints objects in its own way.
    if (kind) ids.set(kind, /\bid["']?: ?["']([\w-]+)/.exec(output)?.[1] ?? output);
    // The documentation itself names problems.
    if (!["getDocs", "getOpenApi"].includes(operation.id))
      expect(output, operation.id).not.toContain("urn:slugline:problem");
  }
  // The sample of many changes has created one more.
  const { links } = await service.api.list();
  expect(links).toHaveLength(1);
});

function rank(id: string): number {
  if (id === "createLink") return 0;
  if (id === "deleteLink") return 4;
  return id.startsWith("create") ? 1 : /^(delete|revoke)/.test(id) ? 3 : 2;
}
