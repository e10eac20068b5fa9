import { env } from "../../config/env";

type Answer = (request: Request) => Promise<Response>;

/**
 * What answers a path under /api that is none of this API, if it is switched on; else null. It is
 * loaded at its first request.
 */
export async function otherDoor({ url }: Request): Promise<Answer | null> {
  const { MCP, KUTT_API } = env();
  const { pathname } = new URL(url);
  if (MCP === "on" && /^\/api\/mcp\/?$/.test(pathname)) return (await import("./mcp")).answerMcp;
  if (KUTT_API === "on" && pathname.startsWith("/api/v2/"))
    return (await import("./kutt")).answerKutt;
  return null;
}
