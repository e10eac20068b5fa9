import { z } from "zod";
import type { AnyCommand } from "./define";
import { jsonOf, type Operation } from "./operation";

const idempotencyHeader = z.object({
  "Idempotency-Key": z
    .string()
    .regex(/^[\x20-\x7e]{1,255}$/)
    .meta({
      description: "Makes the request safe to repeat for 24 hours, such as a UUID.",
      examples: ["7c0b7b0c-4c7e-4a0e-9e1c-0d3c5f5f6a11"],
    })
    .optional(),
});
const replayed = {
  "Idempotency-Replayed": "`true` if this answer was stored under the `Idempotency-Key`.",
};

/** What the document of the API says of a command, which the API offers. */
export function operationOf(command: AnyCommand, baseUrl: string): Operation {
  const { lists: _, answer: __, body, success, ...described } = command.api ?? notOffered(command);
  const shown = typeof success === "function" ? success(baseUrl) : success;
  const isRepeatable = command.repeats === "answer";
  // Bodies refuse this service's own address, which no JSON schema can say.
  const schema = command.body?.({ BASE_URL: baseUrl, PORT: 443 });
  const content = body?.content ?? (schema && jsonOf(schema, body?.example)) ?? {};
  return {
    ...described,
    id: command.name,
    access: described.access ?? (described.method === "get" ? "read" : "write"),
    ...(command.role === "owner" ? { role: command.role } : {}),
    ...(command.query ? { query: command.query } : {}),
    ...(isRepeatable ? { headers: idempotencyHeader } : {}),
    ...(body ? { body: { name: body.name, content } } : {}),
    success: isRepeatable
      ? Object.fromEntries(
          Object.entries(shown).map(([status, each]) => [
            status,
            { ...each, headers: { ...each.headers, ...replayed } },
          ]),
        )
      : shown,
    problems: [...(described.problems ?? []), ...(isRepeatable ? keyProblems : [])],
  };
}

const keyProblems = ["idempotency_key_reused"] as const;

function notOffered({ name }: AnyCommand): never {
  throw new Error(`the API does not offer ${name}`);
}
