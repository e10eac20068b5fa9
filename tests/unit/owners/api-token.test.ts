import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { apiToken, apiTokenFile } from "@/lib/owners/api-access";
import { temporaryFolder } from "../support/temporary-folder";

/** What a new process finds: nothing made yet. */
const restart = () => Reflect.deleteProperty(globalThis, Symbol.for("slugline"));

beforeEach(() => {
  restart();
  return () => vi.unstubAllEnvs();
});

function useFolder(): string {
  const folder = join(temporaryFolder(), "data");
  vi.stubEnv("DATA_DIR", folder);
  vi.stubEnv("API_TOKEN", "");
  return folder;
}

describe("apiToken", () => {
  it("is generated on first use from 32 random bytes, in a file only its owner can read", () => {
    const file = apiTokenFile(useFolder());
    const token = apiToken();
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(readFileSync(file, "utf8").trim()).toBe(token);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("survives a restart", () => {
    useFolder();
    const token = apiToken();
    restart();
    expect(apiToken()).toBe(token);
  });

  it("differs in another folder", () => {
    useFolder();
    const token = apiToken();
    restart();
    useFolder();
    expect(apiToken()).not.toBe(token);
  });

  it("is read from the file if the owner wrote one", () => {
    const folder = useFolder();
    apiToken();
    writeFileSync(apiTokenFile(folder), "my-own\n");
    restart();
    expect(apiToken()).toBe("my-own");
  });

  it("is API_TOKEN if set, without creating a file", () => {
    const folder = useFolder();
    vi.stubEnv("API_TOKEN", "from-the-environment");
    expect(apiToken()).toBe("from-the-environment");
    expect(existsSync(apiTokenFile(folder))).toBe(false);
  });
});
