import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import { z } from "zod";
import { apiCommands } from "../../commands/commands";
import type { AnyCommand } from "../../commands/define";
import { createLink, updateLink } from "../../commands/links";
import { destinationRules } from "../../config/site-settings";
import { version } from "../../config/version";
import { hasRole } from "../../core/access";
import { SluglineError } from "../../core/errors";
import { toRefusal } from "../../database/to-refusal";
import type { ApiAccess } from "../../owners/api-access";
import { english } from "../../texts/say";
import { plain } from "../api/json-schema";
import { parseBody } from "../parse";
import { problemBody, problemResponse } from "../problem";
import { answerAt, type Entered } from "./door";

/** What reads with an answer that is no file. Addresses of receivers are secrets: for owners' eyes. */
const reading = apiCommands.filter(
  ({ role, notes, api }) =>
    api?.method === "get" && api.access === undefined && role === "reader" && notes === undefined,
);
const writing: readonly AnyCommand[] = [createLink, updateLink];

/** Writing takes a token that was made for it: never the server's own. */
function toolsFor({ writesByMcp = false, role }: ApiAccess): readonly AnyCommand[] {
  return writesByMcp && hasRole(role, "editor") ? [...reading, ...writing] : reading;
}

/** Answers a request of the Model Context Protocol. Only for MCP=on. */
export function answerMcp(request: Request): Promise<Response> {
  return answerAt(request, {
    tokenOf: ({ headers }) =>
      /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null,
    allow: "POST",
    work: async (entered) => {
      if (request.method !== "POST")
        throw new SluglineError("method_not_allowed", "methodsAccepted", { methods: "POST" });
      // An array of earlier versions of the protocol could hold any number of calls.
      const { body: parsedBody } = await parseBody(request, z.looseObject({}));
      const handler = createMcpHandler(() => serverFor(entered, request), {
        // Nothing changes that a client could listen to.
        maxSubscriptions: 0,
      });
      return handler.fetch(request, { parsedBody });
    },
    refuse: problemResponse,
  });
}

function serverFor(entered: Entered, request: Request): Server {
  const tools = new Map(toolsFor(entered.access).map((command) => [command.name, command]));
  const server = new Server(
    { name: "slugline", title: "Slugline", version },
    { capabilities: { tools: {} }, instructions: english("mcpInstructions") },
  );
  server.setRequestHandler("tools/list", () => ({ tools: [...tools.values()].map(toolOf) }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const command = tools.get(params.name);
    const { requestId } = entered;
    if (!command) return failure(new SluglineError("not_found", "mcpToolUnknown"), requestId);
    try {
      return await run(command, params.arguments ?? {}, entered, request);
    } catch (error) {
      return failure(toRefusal(error, requestId), requestId);
    }
  });
  return server;
}

const inputOf = (command: AnyCommand) => {
  const { target, query } = command;
  const body = command.body?.(destinationRules());
  return { named: z.object({ ...target?.shape, ...query?.shape }), body };
};

function toolOf(command: AnyCommand) {
  const { named, body } = inputOf(command);
  const isReading = command.api?.method === "get";
  return {
    name: command.name,
    title: command.api?.summary ?? command.name,
    description: [command.api?.summary, command.api?.description].filter(Boolean).join(". "),
    inputSchema: schemaOf(body ? named.extend({ body }) : named),
    annotations: { readOnlyHint: isReading, destructiveHint: false, openWorldHint: false },
  };
}

type InputSchema = { type: "object"; [name: string]: unknown };

function schemaOf(schema: z.ZodType): InputSchema {
  return { type: "object", ...(plain(z.toJSONSchema(schema, { io: "input" })) as object) };
}

async function run(
  command: AnyCommand,
  given: Record<string, unknown>,
  { call }: Entered,
  request: Request,
) {
  const { body, ...named } = given;
  const output = await call(command, { named: asSent(named), body });
  const answer = command.api?.answer?.(output, { url: request.url, header: () => null }) ?? {
    body: output,
  };
  if (Buffer.isBuffer(answer.text))
    return image(answer.text.toString("base64"), answer.headers?.["Content-Type"]);
  return { content: [{ type: "text" as const, text: answer.text ?? JSON.stringify(answer.body) }] };
}

/** Parameters of a query are texts, which a model may well send as numbers. */
function asSent(named: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(named).map(([name, value]) => [
      name,
      typeof value === "number" || typeof value === "boolean" ? String(value) : value,
    ]),
  );
}

const image = (data: string, mimeType = "image/png") => ({
  content: [{ type: "image" as const, data, mimeType }],
});

/** A refusal that the model reads, and may do something about. */
const failure = (error: SluglineError, requestId: string) => ({
  isError: true,
  content: [{ type: "text" as const, text: problemBody(error, requestId).body }],
});
