import { parseEnv } from "@/lib/config/env";
import { createService, type Service } from "@/lib/service/service";

/** A service with all its parts, which runs nothing by itself. Silent, unless it says otherwise. */
export function useService(variables: Record<string, string | undefined> = {}): Service {
  return createService(
    parseEnv({ BASE_URL: "http://localhost", LOG_LEVEL: "silent", ...variables }),
  );
}
