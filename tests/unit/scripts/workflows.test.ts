import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  convertWorkflowTemplate,
  NoOperationTraceWriter,
  parseWorkflow,
} from "@actions/workflow-parser";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import packageJson from "../../../package.json";

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<
    string,
    {
      uses?: string;
      "timeout-minutes"?: number;
      permissions?: Record<string, string>;
      steps?: Step[];
    }
  >;
}

const folder = ".github/workflows";
const names = readdirSync(folder);
const textOf = (name: string) => readFileSync(join(folder, name), "utf8");
const workflowOf = (name: string) => parse(textOf(name)) as Workflow;
const stepsOf = (name: string) =>
  Object.values(workflowOf(name).jobs).flatMap(({ steps = [] }) => steps);

/** GitHub's own parser: keys, values, needs, expressions and what they may name. */
async function problemsOf(name: string, content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

describe.each(names)("%s", (name) => {
  it("is a workflow", async () => {
    expect(await problemsOf(name, textOf(name))).toEqual([]);
  });

  it("runs only what runs without GitHub, too: a script of the repository, with nothing of the event in it", () => {
    for (const { run } of stepsOf(name)) {
      if (run === undefined) continue;
      const [, script = "", file = ""] =
        /^(?:npm run ([\w:]+)|(?:node )?([\w./-]+))$/.exec(run) ?? [];
      if (script) expect(Object.keys(packageJson.scripts)).toContain(script);
      else expect(statSync(file).mode & (run.startsWith("node ") ? 0o400 : 0o100), run).not.toBe(0);
    }
  });

  it("may only read unless a job says more, keeps no credentials and ends", () => {
    const { permissions, jobs } = workflowOf(name);
    expect(permissions).toEqual({ contents: "read" });
    for (const [id, { uses, ...job }] of Object.entries(jobs))
      if (!uses) expect(job["timeout-minutes"], id).toBeGreaterThan(0);
    for (const { uses, ...step } of stepsOf(name)) {
      if (uses?.startsWith("actions/checkout@"))
        expect(step.with).toMatchObject({ "persist-credentials": false });
      // Never a branch, whose content changes every day.
      if (uses) expect(uses).toMatch(/@(v\d+|[0-9a-f]{40})$/);
    }
  });
});

it.each([
  ["needs: [package, image]", "needs: [packages, image]"],
  ["github.token }}", "github.token }"],
  ["matrix.target }}", "matrix.target( }}"],
  ["runs-on:", "run-on:"],
  ["timeout-minutes: 5", "timeout-minutes: soon"],
])("finds what is wrong with a workflow that has, instead of %s, %s", async (right, wrong) => {
  const text = textOf("release.yml");
  expect(text).toContain(right);
  expect(await problemsOf("release.yml", text.replace(right, wrong))).not.toEqual([]);
});

it("builds images for both kinds of machine, with a list of their parts and proof of their origin", () => {
  const build = stepsOf("release.yml").find(({ uses }) =>
    uses?.startsWith("docker/build-push-action@"),
  );
  expect(build?.with).toMatchObject({
    platforms: "linux/amd64,linux/arm64",
    sbom: true,
    provenance: "mode=max",
  });
});
