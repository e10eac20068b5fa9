import { z } from "zod";
import { destinationRules } from "../config/site-settings";
import { validate } from "../core/errors";
import { formKey } from "../owners/run-once";
import type { AnyCommand } from "./define";
import { runAttempt } from "./perform";

interface Wanted {
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

/** Checks what was sent. Returns what then runs within the time limit. */
export async function prepareCommand<S>(
  command: AnyCommand,
  context: Parameters<typeof runAttempt>[1],
  { named, body, file, key, isCall = false, whole = "form", check = validate }: Wanted,
  show: (output: unknown) => S,
): Promise<() => Promise<S>> {
  const { target, query, form, repeats } = command;
  const ofForm = isCall ? form?.partial() : form;
  const names = (query ?? z.object()).extend({ ...target?.shape, ...ofForm?.shape });
  const schema = command.body?.(destinationRules());
  const checked = {
    ...check(named, names, whole),
    body: schema && check(body, schema, whole),
    ...(file ? { file } : {}),
  };
  const attempt = repeats && key != null ? check(key, formKey, "key") : null;
  const given = { ...checked, ...((await command.prepare?.(checked)) ?? {}) };
  const sent = { key: attempt, sent: attempt === null ? "" : JSON.stringify([named, body]) };
  const isStored = attempt !== null && repeats === "answer";
  return async () => {
    const { answer } = await runAttempt(command, context, given, sent, (output) =>
      isStored ? { body: JSON.stringify(show(output)) } : { value: show(output) },
    );
    return "body" in answer ? JSON.parse(answer.body) : answer.value;
  };
}
