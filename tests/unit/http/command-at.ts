import { type AnyCommand, define } from "@/lib/commands/define";

/** A command that the API offers with this method. */
export function commandAt(
  method: "get" | "post" | "patch" | "delete",
  run: () => Promise<unknown>,
  headers: Record<string, string> = {},
): AnyCommand {
  return define({
    name: method,
    role: "reader",
    run,
    api: {
      method,
      path: "/api/x",
      tag: "Links",
      summary: "A command",
      success: { 200: { description: "Done.", content: {} } },
      answer: (body) => ({ headers, body }),
    },
  });
}
