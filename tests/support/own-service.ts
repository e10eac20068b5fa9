import { parseEnv } from "@/lib/config/env";
import { createService, type Service } from "@/lib/service/service";

/** A service in this process, for tests that call lib directly. Stop it when they end. */
export function createOwnService(
  databaseUrl: string,
  variables: Record<string, string> = {},
): Service {
  // Vite has a variable BASE_URL of another meaning, so nothing is taken from the environment.
  const service = createService(
    parseEnv({ BASE_URL: "http://localhost", LOG_LEVEL: "silent", ...variables }),
  );
  service.useDatabase(databaseUrl);
  return service;
}
