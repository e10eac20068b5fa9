import { validate } from "../core/errors";
import { formKey } from "../owners/run-once";
import type { AnyCommand } from "./define";
import { givenTo, type Wanted } from "./given-to";
import { runAttempt } from "./perform";
import { startJob } from "./run-job";

/** Checks what was sent. Returns what then runs within the time limit. */
export async function prepareCommand<S>(
  command: AnyCommand,
  context: Parameters<typeof runAttempt>[1],
  wanted: Wanted,
  show: (output: unknown) => S,
): Promise<() => Promise<S>> {
  const { repeats } = command;
  const { named, body, key, check = validate } = wanted;
  const given = await givenTo(command, wanted);
  if (command.portions && "person" in context && context.person) {
    const id = check(key, formKey, "key");
    return async () => show(await startJob(command, context, id, given));
  }
  const attempt = repeats && key != null ? check(key, formKey, "key") : null;
  const sent = { key: attempt, sent: attempt === null ? "" : JSON.stringify([named, body]) };
  const isStored = attempt !== null && repeats === "answer";
  return async () => {
    const { answer } = await runAttempt(command, context, given, sent, (output) =>
      isStored ? { body: JSON.stringify(show(output)) } : { value: show(output) },
    );
    return "body" in answer ? JSON.parse(answer.body) : answer.value;
  };
}
