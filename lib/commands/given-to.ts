import { z } from "zod";
import { destinationRules } from "../config/site-settings";
import { validate } from "../core/errors";
import type { AnyCommand } from "./define";

export interface Wanted {
  /** All but the body. */
  named: Record<string, unknown>;
  body?: unknown;
  file?: Buffer | undefined;
  key?: string | null | undefined;
  /** It is no form: what only forms give may be absent. */
  isCall?: boolean;
  /** How refusals name the input as a whole. */
  whole?: string;
  check?: typeof validate;
}

/** What a command gets of what was sent. */
export async function givenTo(
  command: AnyCommand,
  { named, body, file, isCall = false, whole = "form", check = validate }: Wanted,
): Promise<object> {
  const { target, query, form } = command;
  const ofForm = isCall ? form?.partial() : form;
  const names = (query ?? z.object()).extend({ ...target?.shape, ...ofForm?.shape });
  const schema = command.body?.(destinationRules());
  const checked = {
    ...check(named, names, whole),
    body: schema && check(body, schema, whole),
    ...(file ? { file } : {}),
  };
  return { ...checked, ...((await command.prepare?.(checked)) ?? {}) };
}
