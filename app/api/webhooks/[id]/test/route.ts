import { apiRoute } from "@/lib/http/api-route";
import { json } from "@/lib/http/responses";
import { sendTest } from "@/lib/messages/deliveries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoute<
  RouteContext<"/api/webhooks/[id]/test">
>("/api/webhooks/[id]/test", {
  POST: async (_request, { params }) => json(await sendTest((await params).id)),
});
