import { apiRoute, withBody } from "@/lib/http/api-route";
import { json, noContent } from "@/lib/http/responses";
import { receiverChangesSchema } from "@/lib/messages/receiver-schema";
import { changeReceiver, deleteReceiver, getReceiver } from "@/lib/messages/receivers";

type Context = RouteContext<"/api/webhooks/[id]">;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute<Context>(
  "/api/webhooks/[id]",
  {
    GET: async (_request, { params }) => json(await getReceiver((await params).id)),
    PATCH: withBody(
      () => receiverChangesSchema,
      async (changes, { context }: { context: Context }) =>
        json(await changeReceiver((await context.params).id, changes, new Date())),
    ),
    DELETE: async (_request, { params }) => {
      await deleteReceiver((await params).id);
      return noContent();
    },
  },
);
