import { definitions } from "../lib/service/metric-definitions";

export const metricsFile = "docs/monitoring/metrics.md";

/** The content of that file: what `/api/metrics` says of each metric. */
export function metricsGuide(): string {
  const lines = Object.entries(definitions).map(
    ([name, { type, help }]) => `- \`${name}\` (${type}): ${help}`,
  );
  return `# Metrics\n\nWritten by \`npm run client\`. [Monitoring](../monitoring.md) says how to scrape them.\n\n${lines.join("\n")}\n`;
}
