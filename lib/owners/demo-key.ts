import type { Env } from "../config/env";
import { isSameSecret } from "./secret-hash";

/** Whether this key opens a demo dashboard; always false without DEMO_KEY. */
export function isDemoKey(given: string, { DEMO_KEY }: Pick<Env, "DEMO_KEY">): boolean {
  return DEMO_KEY !== undefined && isSameSecret(given, DEMO_KEY);
}
