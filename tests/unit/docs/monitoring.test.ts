import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { definitions } from "@/lib/service/metric-definitions";
import { metricsFile, metricsGuide } from "@/scripts/metrics-guide";

interface Rules {
  groups: {
    rules: { alert: string; expr: string; annotations: { summary: string; description: string } }[];
  }[];
}
interface Dashboard {
  panels: {
    title: string;
    gridPos: { x: number; y: number; w: number; h: number };
    targets: { expr: string }[];
  }[];
}

const rules = (parse(readFileSync("docs/monitoring/alerts.yaml", "utf8")) as Rules).groups.flatMap(
  (group) => group.rules,
);
const { panels } = JSON.parse(
  readFileSync("docs/monitoring/grafana-dashboard.json", "utf8"),
) as Dashboard;

/** The names that samples have: those of a histogram have a suffix. */
const sampleNames = new Set<string>(
  Object.entries(definitions).flatMap(([name, { type }]) =>
    type === "histogram" ? ["_bucket", "_sum", "_count"].map((end) => name + end) : [name],
  ),
);
const unknownIn = (text: string) =>
  [...text.matchAll(/\bslugline_\w+/g)]
    .map(([name]) => name)
    .filter((name) => !sampleNames.has(name));
const uses = (text: string) => (text.match(/\bslugline_\w+/g) ?? []).length;

describe("the alert rules", () => {
  it("use only metrics that exist", () => {
    const expressions = rules.map(({ expr }) => expr).filter((expr) => !expr.startsWith("up{"));
    expect(expressions.length).toBeGreaterThan(8);
    for (const expr of expressions) expect(uses(expr), expr).toBeGreaterThan(0);
    expect(expressions.flatMap(unknownIn)).toEqual([]);
  });

  it("have names of their own, a summary and what to do", () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { annotations } of rules)
      for (const text of [annotations.summary, annotations.description]) expect(text).toMatch(/\w/);
  });

  it("control: a name that does not exist is found", () => {
    expect(
      unknownIn("rate(slugline_clicks_lost_total[5m]) + slugline_redirect_duration_seconds"),
    ).toHaveLength(2);
  });
});

describe("the Grafana dashboard", () => {
  it("uses only metrics that exist, in every panel", () => {
    expect(panels.length).toBeGreaterThan(15);
    for (const { title, targets } of panels)
      for (const { expr } of targets) expect(uses(expr), title).toBeGreaterThan(0);
    expect(panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => unknownIn(expr)))).toEqual(
      [],
    );
  });

  it("has panels beside each other, within its 24 columns", () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from(
        { length: w * h },
        (_, index) => [x + (index % w), y + Math.floor(index / w)] as const,
      ),
    );
    expect(cells.filter(([x]) => x >= 24)).toEqual([]);
    expect(new Set(cells.map(String)).size).toBe(cells.length);
  });
});

it("the list of metrics is that of the program: run npm run client", () => {
  expect(readFileSync(metricsFile, "utf8")).toBe(metricsGuide());
});

it.each(Object.entries(definitions))(
  "%s is named as Prometheus recommends",
  (name, { type, help }) => {
    expect(help).toMatch(/^[A-Z1].*\.$/);
    expect(name.endsWith("_total")).toBe(type === "counter");
    // Suffixes of samples, types, and other units than base units.
    expect(name).not.toMatch(/_(?:bucket|sum|count|info_total|counter|gauge|histogram|summary)$/);
    expect(name).not.toMatch(
      /_(?:ms|milliseconds|minutes|hours|days|kilobytes|megabytes|mb|percent)(?:_|$)/,
    );
  },
);
