import { writeFileSync } from "node:fs";
import { metricsFile, metricsGuide } from "./metrics-guide";
import { clientFile, formattedClient } from "./typescript-client";

writeFileSync(clientFile, formattedClient());
writeFileSync(metricsFile, metricsGuide());
console.log(`Wrote ${clientFile} and ${metricsFile}`);
