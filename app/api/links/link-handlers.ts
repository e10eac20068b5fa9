import { env } from "@/lib/config/env";
import { withBody } from "@/lib/http/api-route";
import { json, noContent } from "@/lib/http/responses";
import { deleteLink } from "@/lib/links/delete-link";
import { getLink } from "@/lib/links/get-link";
import { linkChangesSchema } from "@/lib/links/schema";
import { updateLink } from "@/lib/links/update-link";

/** The handlers of one link, whose slug is in the context of the route. */
export function linkHandlers<C>(slugOf: (context: C) => Promise<string>) {
  return {
    GET: async (_request: Request, context: C) => json(await getLink(await slugOf(context))),
    PATCH: withBody(
      () => linkChangesSchema(env()),
      async (changes, context: C) => json(await updateLink(await slugOf(context), changes, new Date())),
    ),
    DELETE: async (_request: Request, context: C) => {
      await deleteLink(await slugOf(context));
      return noContent();
    },
  };
}
