import { parseEnv, useEnv } from "@/lib/config/env";
import { beginService } from "@/lib/config/per-service";

/** What a part finds in a new service with this configuration: nothing is made yet. Silent, unless it says otherwise. */
export function useConfig(variables: Record<string, string | undefined> = {}): void {
  beginService();
  useEnv(parseEnv({ BASE_URL: "http://localhost", LOG_LEVEL: "silent", ...variables }));
}
