import { z } from "zod";
import { allMethods } from "@/lib/http/methods";
import { ownImage } from "@/lib/http/own-image";
import { ownerRoute } from "@/lib/http/owner-route";
import { parseQuery } from "@/lib/http/parse";
import { readIcon } from "@/lib/previews/host-icons";

const querySchema = z.object({ host: z.string().max(300), v: z.string().max(20).default("") });

/**
 * The icon of a host of destinations, at an address of `findIcons`. Only an address that names its
 * version stays true.
 */
function answer(request: Request): Promise<Response> {
  return ownerRoute("/dashboard/icon", async () => {
    const { host, v } = parseQuery(request, querySchema);
    const icon = await readIcon(host);
    return ownImage(icon, icon?.version === v ? 7 * 86_400 : 0);
  });
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
