import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { apiToken, apiTokenFile } from "@/lib/owners/api-access";
import { useService } from "../support/service";
import { temporaryFolder } from "../support/temporary-folder";

/** Begins a service that finds what an earlier one left in the folder. */
function start(folder = join(temporaryFolder(), "data"), API_TOKEN?: string): string {
  useService({ DATA_DIR: folder, API_TOKEN });
  return folder;
}

describe("apiToken", () => {
  it("is generated on first use from 32 random bytes, in a file only its owner can read", () => {
    const file = apiTokenFile(start());
    const token = apiToken();
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(readFileSync(file, "utf8").trim()).toBe(token);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("survives a restart", () => {
    const folder = start();
    const token = apiToken();
    start(folder);
    expect(apiToken()).toBe(token);
  });

  it("differs in another folder", () => {
    start();
    const token = apiToken();
    start();
    expect(apiToken()).not.toBe(token);
  });

  it("is read from the file if the owner wrote one", () => {
    const folder = start();
    apiToken();
    writeFileSync(apiTokenFile(folder), "my-own\n");
    start(folder);
    expect(apiToken()).toBe("my-own");
  });

  it("is API_TOKEN if set, without creating a file", () => {
    const folder = start(undefined, "from-the-environment");
    expect(apiToken()).toBe("from-the-environment");
    expect(existsSync(apiTokenFile(folder))).toBe(false);
  });
});
