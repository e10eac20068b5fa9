import { writeFileSync } from "node:fs";
import { metricsFile, metricsGuide } from "./metrics-guide";
import { clientFile, formattedClient } from "./typescript-client";

for (const [file, text] of [
  [clientFile, formattedClient()],
  [metricsFile, metricsGuide()],
] as const) {
  writeFileSync(file, text);
  console.log(`Wrote ${file}`);
}
