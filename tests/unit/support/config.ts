import { Base } from "@/lib/config/base";
import { parseEnv } from "@/lib/config/env";
import { beginService } from "@/lib/config/per-service";
import { run } from "@/lib/config/running";

/** What a part finds in a new service with this configuration: nothing else is made. Silent, unless it says otherwise. */
export function useConfig(variables: Record<string, string | undefined> = {}): Base {
  beginService();
  const base = new Base(parseEnv({ BASE_URL: "http://localhost", LOG_LEVEL: "silent", ...variables }));
  run(base);
  return base;
}
