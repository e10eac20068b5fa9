import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { clientFile, formattedClient } from "@/scripts/typescript-client";

it("the TypeScript client is that of the OpenAPI document: run npm run client", () => {
  expect(readFileSync(clientFile, "utf8")).toBe(formattedClient());
});
