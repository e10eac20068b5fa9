import { env } from "../config/env";
import { apiToken } from "./api-token";

/** What may be shown of the server's own token: its ends, where it is long enough that they give nothing away. */
export function builtInToken(): { isGiven: boolean; prefix: string; lastFour: string } {
  const token = apiToken();
  const isLong = token.length >= 24;
  return { isGiven: env().API_TOKEN !== undefined, prefix: isLong ? token.slice(0, 4) : "", lastFour: isLong ? token.slice(-4) : "" };
}
