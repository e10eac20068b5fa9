import { tokenWith } from "@/lib/audit/actor";
import { apiRoute, withBody } from "@/lib/http/api-route";
import { json } from "@/lib/http/responses";
import { makerOfToken } from "@/lib/owners/api-tokens";
import { withHash } from "@/lib/owners/hash-queue";
import { type NewShare, newShareSchema } from "@/lib/shares/share-schema";
import { createShare, listShares } from "@/lib/shares/shares";

/** Without Idempotency-Key, whose stored answer would have the secret address. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute("/api/shares", {
  GET: async () => json({ shares: await listShares() }),
  POST: withBody(
    () => newShareSchema,
    async (wanted, { request, access }) => {
      const by = tokenWith(access, request.headers);
      const share = await createShare(by, wanted, await makerOfToken(access.tokenId), new Date());
      return json(share, { status: 201, headers: { Location: `/api/shares/${share.id}` } });
    },
    { prepare: (wanted: NewShare) => withHash(wanted) },
  ),
});
