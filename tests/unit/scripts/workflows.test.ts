import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import {
  convertWorkflowTemplate,
  NoOperationTraceWriter,
  parseWorkflow,
} from "@actions/workflow-parser";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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
  ["needs: [package, images]", "needs: [packages, images]"],
  ["github.token }}", "github.token }"],
  ["matrix.architecture }}", "matrix.architecture( }}"],
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
  expect(build?.with).toMatchObject({ push: true, sbom: true, provenance: "mode=max" });
  const attested = stepsOf("release.yml").flatMap(({ uses, with: given }) =>
    uses?.startsWith("actions/attest-build-provenance@") ? [given?.["subject-digest"]] : [],
  );
  for (const name of ["digest", "digest-external"])
    expect(attested).toContainEqual(expect.stringContaining(`steps.joined.outputs.${name} `));
  expect(workflowOf("release.yml").jobs.image).toMatchObject({
    strategy: { matrix: { architecture: ["amd64", "arm64"], target: ["embedded", "external"] } },
  });
});

describe("a script that publishes", () => {
  const version = "1.2.3";
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "slugline-publish-"));
    mkdirSync(join(folder, "dist-release"));
    release(version);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function release(version: string): void {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ version }));
    writeFileSync(
      join(folder, "CHANGELOG.md"),
      `# Changelog\n\n## ${version} - 2026-01-02\n\nDowngrade: yes\n`,
    );
  }

  /** What `script` calls `program` with. The program itself works only at GitHub. */
  function callsOf(program: string, script: string, tag = `v${version}`, answer = "true") {
    const calls = join(folder, "calls");
    writeFileSync(
      join(folder, program),
      `#!/bin/sh\nfor each; do printf '%s\\0' "$each"; done >> ${calls}\necho >> ${calls}\n${answer}\n`,
      { mode: 0o755 },
    );
    const { status, stderr } = spawnSync(process.execPath, [resolve("scripts", script)], {
      cwd: folder,
      env: {
        ...process.env,
        PATH: `${folder}:${process.env.PATH}`,
        GITHUB_REF_NAME: tag,
        GITHUB_REPOSITORY: "Owner/Slugline",
        GITHUB_OUTPUT: join(folder, "output"),
      },
      encoding: "utf8",
    });
    const lines = existsSync(calls) ? readFileSync(calls, "utf8").split("\0\n").slice(0, -1) : [];
    return { status, stderr, calls: lines.map((line) => line.split("\0")) };
  }

  it("joins the images of both architectures under the names of the release", () => {
    const image = "ghcr.io/owner/slugline";
    const joined = (target: string, names: string[], of = version) => [
      [
        ...["buildx", "imagetools", "create"],
        ...names.flatMap((name) => ["--tag", `${image}:${name}${target}`]),
        `${image}:${of}${target}-amd64`,
        `${image}:${of}${target}-arm64`,
      ],
      [
        ...["buildx", "imagetools", "inspect", "--format", "{{.Manifest.Digest}}"],
        `${image}:${of}${target}`,
      ],
    ];
    const names = [version, "1.2", "1", "latest"];
    expect(callsOf("docker", "join-images.mjs", `v${version}`, "echo sha256:1")).toEqual({
      status: 0,
      stderr: "",
      calls: [...joined("", names), ...joined("-external", names)],
    });
    expect(readFileSync(join(folder, "output"), "utf8")).toBe(
      "digest=sha256:1\ndigest-external=sha256:1\n",
    );
    const failed = callsOf("docker", "join-images.mjs", `v${version}`, "exit 1");
    expect(failed).toMatchObject({ status: 1, stderr: expect.stringContaining("failed") });
    expect(callsOf("docker", "join-images.mjs", "v0.0.1").status).toBe(1);
    rmSync(join(folder, "calls"));
    const early = "1.3.0-rc.1";
    release(early);
    expect(callsOf("docker", "join-images.mjs", `v${early}`).calls).toEqual([
      ...joined("", [early], early),
      ...joined("-external", [early], early),
    ]);
  });

  it("makes the release with its notes and archives, or gives one that exists the archives again", () => {
    const archive = `dist-release/slugline-${version}.tgz`;
    expect(callsOf("gh", "publish-release.mjs")).toMatchObject({ status: 1, calls: [] });
    writeFileSync(join(folder, archive), "");
    expect(callsOf("gh", "publish-release.mjs", `v${version}`, '[ "$2" != view ]')).toMatchObject({
      status: 0,
      calls: [
        ["release", "view", `v${version}`],
        [
          ...["release", "create", `v${version}`, "--verify-tag", "--title", version],
          ...["--notes", expect.stringContaining("Downgrade"), archive],
        ],
      ],
    });
    rmSync(join(folder, "calls"));
    expect(callsOf("gh", "publish-release.mjs").calls[1]).toEqual([
      ...["release", "upload", `v${version}`, "--clobber", archive],
    ]);
    writeFileSync(join(folder, "dist-release/slugline-0.0.1.tgz"), "");
    expect(callsOf("gh", "publish-release.mjs").status).toBe(1);
  });
});

it.each([
  ".github/dependabot.yml",
  ...readdirSync(".github/ISSUE_TEMPLATE").map((name) => `.github/ISSUE_TEMPLATE/${name}`),
])("%s can be read", (file) => expect(parse(readFileSync(file, "utf8"))).toBeTypeOf("object"));

it(".nvmrc names a version that the tests run with", () => {
  expect(readFileSync(".github/workflows/test.yml", "utf8")).toContain(
    `, ${readFileSync(".nvmrc", "utf8").trim()}]`,
  );
});
