import { apiRoute } from "@/lib/http/api-route";
import { json } from "@/lib/http/responses";
import { listDeliveries } from "@/lib/messages/deliveries";
import { getReceiver } from "@/lib/messages/receivers";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute<
  RouteContext<"/api/webhooks/[id]/deliveries">
>("/api/webhooks/[id]/deliveries", {
  GET: async (_request, { params }) =>
    json({ deliveries: await listDeliveries(await getReceiver((await params).id)) }),
});
