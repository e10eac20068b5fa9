import { writeFileSync } from "node:fs";
import { clientFile, formattedClient } from "./typescript-client";

writeFileSync(clientFile, formattedClient());
console.log(`Wrote ${clientFile}`);
