import { definitions } from "../lib/service/metric-definitions";

export const metricsFile = "docs/monitoring/metrics.md";

/** The content of that file: what `/api/metrics` says of each metric. `npm run client` writes it. */
export function metricsGuide(): string {
  const lines = Object.entries(definitions).map(
    ([name, { type, help }]) => `- \`${name}\` (${type}): ${help}`,
  );
  return `# Metrics\n\n[Monitoring](../monitoring.md)\n\n${lines.join("\n")}\n`;
}
