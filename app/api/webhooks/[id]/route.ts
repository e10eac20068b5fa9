import { tokenWith } from "@/lib/audit/actor";
import { apiRoute, type Call, withBody } from "@/lib/http/api-route";
import { json, noContent } from "@/lib/http/responses";
import { receiverChangesSchema } from "@/lib/messages/receiver-schema";
import { changeReceiver, deleteReceiver, getReceiver } from "@/lib/messages/receivers";
import { makerOfToken } from "@/lib/owners/api-tokens";

type Context = RouteContext<"/api/webhooks/[id]">;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute<Context>(
  "/api/webhooks/[id]",
  {
    GET: async (_request, { params }) => json(await getReceiver((await params).id)),
    PATCH: withBody(
      () => receiverChangesSchema,
      async (changes, { request, context, access }: Call<Context>) => {
        const { id } = await context.params;
        const by = tokenWith(access, request.headers);
        const ownerId = await makerOfToken(access.tokenId);
        return json(await changeReceiver(by, id, changes, new Date(), ownerId));
      },
    ),
    DELETE: async (request, { params }, access) => {
      await deleteReceiver(tokenWith(access, request.headers), (await params).id, new Date());
      return noContent();
    },
  },
);
