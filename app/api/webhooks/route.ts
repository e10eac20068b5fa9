import { tokenWith } from "@/lib/audit/actor";
import { apiRoute, withBody } from "@/lib/http/api-route";
import { answerOnce } from "@/lib/http/idempotency";
import { json } from "@/lib/http/responses";
import { refuseUnreachable } from "@/lib/messages/receiver-address";
import { newReceiverSchema } from "@/lib/messages/receiver-schema";
import { createReceiver, listReceivers } from "@/lib/messages/receivers";
import { makerOfToken } from "@/lib/owners/api-tokens";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute("/api/webhooks", {
  GET: async () => json({ webhooks: await listReceivers() }),
  POST: withBody(
    () => newReceiverSchema,
    async (wanted, call) =>
      answerOnce(call, async (writer) => {
        const receiver = await createReceiver(
          tokenWith(call.access, call.request.headers),
          wanted,
          await makerOfToken(call.access.tokenId),
          new Date(),
          writer,
        );
        const headers = {
          "Content-Type": "application/json",
          Location: `/api/webhooks/${receiver.id}`,
        };
        return { status: 201, headers, body: JSON.stringify(receiver) };
      }),
    {
      prepare: async (wanted) => {
        await refuseUnreachable(wanted.kind, wanted.url);
        return wanted;
      },
    },
  ),
});
