import { z } from "zod";
import { jsonOf, type Operation } from "../../commands/operation";

const livenessSchema = z.object({ status: z.string() });
const readinessSchema = z.object({
  status: z.string(),
  redirects: z.boolean(),
  checks: z.record(z.string(), z.string()),
  version: z
    .string()
    .optional()
    .meta({ description: "Only with a valid token.", examples: ["1.0.0"] }),
  commit: z
    .string()
    .optional()
    .meta({ description: "Only with a valid token.", examples: ["4f0ee14c2b7a"] }),
});
const readinessExample = {
  status: "ok",
  redirects: true,
  checks: { process: "ok", database: "ok" },
};

/** Of docs/client, by the names under which they are served beside the page of the API. */
export const clientFiles: readonly string[] = ["slugline.ts", "slugline.py", "slugline.sh"];

/** For the software around Slugline, and the documentation. */
export const serviceOperations: Operation[] = [
  {
    id: "checkLiveness",
    method: "get",
    path: "/api/livez",
    tag: "Service",
    summary: "Check whether the process needs a restart",
    access: "open",
    success: {
      200: {
        description: "The process is healthy.",
        content: jsonOf(livenessSchema, { status: "ok" }),
      },
      503: {
        description: "The process needs a restart.",
        content: jsonOf(livenessSchema),
      },
    },
  },
  {
    id: "checkReadiness",
    method: "get",
    path: "/api/readyz",
    tag: "Service",
    summary: "Check whether this instance should get requests",
    access: "open",
    query: z.object({
      for: z
        .literal("visitors")
        .meta({ description: "Only whether known links redirect.", examples: ["visitors"] })
        .optional(),
    }),
    success: {
      200: {
        description: "Ready.",
        content: jsonOf(readinessSchema, readinessExample),
      },
      503: {
        description: "Not ready.",
        content: jsonOf(readinessSchema),
      },
    },
  },
  {
    id: "getDocs",
    method: "get",
    path: "/api/docs",
    tag: "Service",
    summary: "Get the documentation page",
    access: "open",
    success: { 200: { description: "A page for people.", content: { "text/html": {} } } },
  },
  {
    id: "getClient",
    method: "get",
    path: "/api/docs/{file}",
    tag: "Service",
    summary: "Get a client",
    access: "open",
    success: { 200: { description: "A file to copy.", content: { "text/plain": {} } } },
    problems: ["not_found"],
  },
  {
    id: "getOpenApi",
    method: "get",
    path: "/api/openapi.json",
    tag: "Service",
    summary: "Get this document",
    access: "open",
    success: { 200: { description: "OpenAPI 3.1.", content: { "application/json": {} } } },
  },
];
