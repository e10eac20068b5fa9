import { timingSafeEqual } from "node:crypto";
import { env } from "../env";
import { hashSecret } from "./secret-hash";

/** Whether this opens the dashboard of a demonstration; never without DEMO_KEY. */
export function isDemoKey(given: string): boolean {
  const { DEMO_KEY } = env();
  return DEMO_KEY !== undefined && timingSafeEqual(hashSecret(given), hashSecret(DEMO_KEY));
}
