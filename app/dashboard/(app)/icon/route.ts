import { z } from "zod";
import { allMethods } from "@/lib/http/methods";
import { ownImage } from "@/lib/http/own-image";
import { ownerRoute } from "@/lib/http/owner-route";
import { parseQuery } from "@/lib/http/parse";
import { readIcon } from "@/lib/previews/host-icons";

const querySchema = z.object({ host: z.string().max(300) });

/** The icon of a host of destinations, at an address of `findIcons`. */
function answer(request: Request): Promise<Response> {
  return ownerRoute("/dashboard/icon", async () =>
    ownImage(await readIcon(parseQuery(request, querySchema).host), 7 * 86_400),
  );
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
