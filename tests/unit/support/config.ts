import { Base } from "@/lib/config/base";
import { parseEnv } from "@/lib/config/env";
import { type Parts, run } from "@/lib/config/running";

/**
 * What a part finds in a new service with this configuration: of the rest it has only
 * `parts`. Silent, unless it says otherwise.
 */
export function useConfig<P extends object>(
  variables: Record<string, string | undefined> = {},
  parts?: (base: Base) => P,
): Base & P {
  const base = new Base(
    parseEnv({ BASE_URL: "http://localhost", LOG_LEVEL: "silent", ...variables }),
  );
  const service = Object.assign(base, parts?.(base));
  run(service as unknown as Parts);
  return service;
}

/** Of the part of links, what slugs and destinations need. */
export const linksPart = ({ settings }: Base) => ({ links: { settings } });

/** Of the part of owners, what cookies need. */
export const ownersPart = ({ config }: Base) => ({ owners: { config } });

/** Of the part of visits, what look-ups need. */
export const visitsPart = ({ config, settings }: Base) => ({ visits: { config, settings } });
