import { env } from "../config/env";
import { isSameSecret } from "./secret-hash";

/** Whether this key opens a demo dashboard; always false without DEMO_KEY. */
export function isDemoKey(given: string): boolean {
  const { DEMO_KEY } = env();
  return DEMO_KEY !== undefined && isSameSecret(given, DEMO_KEY);
}
