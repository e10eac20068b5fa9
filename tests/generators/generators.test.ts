// Run: all
import { spawnSync } from "node:child_process";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { useService } from "../support/service";
import { type Call, calls } from "./calls";
import {
  documentFile,
  folder,
  freshFolder,
  type Generator,
  generators,
  type Operation,
  runTool,
} from "./generators";

const service = useService();
const operations = new Map<string, Operation>();

interface DocumentedOperation {
  operationId: string;
  parameters?: { in: string }[];
  requestBody?: { content: object };
  responses: Record<string, { content?: object }>;
}

beforeAll(async () => {
  install();
  const document = (await (await fetch(`${service.server.url}/api/openapi.json`)).json()) as {
    paths: Record<string, object>;
  };
  mkdirSync(dirname(documentFile), { recursive: true });
  writeFileSync(documentFile, JSON.stringify(document));
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(
      methods as Record<string, DocumentedOperation>,
    ))
      operations.set(operation.operationId, read(method, path, operation));
  }
});

/** Unless it is done since the lock file changed. */
function install(): void {
  const changedAt = (file: string) =>
    statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (changedAt("node_modules/.package-lock.json") > changedAt("package-lock.json")) return;
  const { status, stdout, stderr } = spawnSync("npm", ["ci", "--loglevel=error"], {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm ci failed:\n${stdout}${stderr}`);
}

function read(
  method: string,
  path: string,
  { operationId: id, parameters = [], requestBody, responses }: DocumentedOperation,
): Operation {
  const answers = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    status < "300" ? Object.keys(content) : [],
  );
  return {
    id,
    method,
    path,
    hasQuery: parameters.some((parameter) => parameter.in === "query"),
    bodyTypes: Object.keys(requestBody?.content ?? {}),
    answers,
  };
}

it("calls every operation of the document", () => {
  expect(operations.size).toBeGreaterThan(25);
  expect(new Set(calls("any").map(({ id }) => id))).toEqual(new Set(operations.keys()));
});

it.each([
  [
    "spectral",
    ["lint", documentFile, "--ruleset", join(folder, "spectral.yaml"), "--fail-severity", "error"],
  ],
  ["redocly", ["lint", documentFile, "--extends", "recommended"]],
])("%s finds no error", (name, parameters) => {
  expect(runTool(name, parameters)).toMatch(
    /No results with a severity of 'error'|0 errors|is valid/,
  );
});

describe.each(generators)("a client by $name", (generator) => {
  const own = generator.name.replace(/\W+/g, "-").replace(/^-/, "");
  const wanted = calls(own);
  let to: string;

  it("compiles with all its calls", () => {
    to = freshFolder(own);
    generator.generate(to);
    writeFileSync(join(to, "calls.ts"), callsModule(generator, wanted, to));
    writeFileSync(join(to, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["."] }));
    runTool("tsc", ["-p", to]);
  });

  it("gets what each operation answers", async () => {
    const { answers } = (await import(
      /* @vite-ignore */ pathToFileURL(resolve(to, "calls.ts")).href
    )) as {
      answers: (() => Promise<{ status: number | undefined; data: unknown }>)[];
    };
    for (const [index, call] of wanted.entries()) {
      const { status, data } = (await answers[index]?.()) ?? {};
      const title = `${index}: ${call.id} ${JSON.stringify(data)?.slice(0, 500)}`;
      if (call.status !== undefined) expect(status, title).toBe(call.status);
      else if (status !== undefined) expect([200, 201, 204], title).toContain(status);
      if (typeof call.answer === "string" || call.answer === undefined) continue;
      expect({ data: await plain(data) }, title).toMatchObject({ data: call.answer });
    }
  });
});

const compilerOptions = {
  strict: true,
  noEmit: true,
  target: "ES2022",
  lib: ["ES2022", "DOM", "DOM.Iterable"],
  module: "ESNext",
  moduleResolution: "bundler",
  // Of the libraries, not of what is generated.
  skipLibCheck: true,
  types: [],
};

function callsModule(generator: Generator, wanted: Call[], to: string): string {
  const lines = wanted.map((call) => {
    const operation = operations.get(call.id);
    if (!operation) throw new Error(`${call.id} is not in the document`);
    return `  () => ${generator.call(call, operation, to)},`;
  });
  return `${generator.head(service.server)}\nexport const answers = [\n${lines.join("\n")}\n];\n`;
}

/** The text of a file that a client gives as a Blob. */
async function plain(data: unknown): Promise<unknown> {
  return data instanceof Blob ? data.text() : data;
}
