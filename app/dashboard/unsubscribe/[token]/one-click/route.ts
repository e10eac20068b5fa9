import type { Route } from "next";
import { redirect } from "next/navigation";
import { strangerWith } from "@/lib/audit/record-event";
import { allMethods } from "@/lib/http/methods";
import { openRoute } from "@/lib/http/owner-route";
import { findSubscription, unsubscribe } from "@/lib/messages/unsubscribe";

type Context = RouteContext<"/dashboard/unsubscribe/[token]/one-click">;

/** Sent by the mailbox of whoever pressed its button (RFC 8058). The token proves it. */
function endMails(request: Request, { params }: Context): Promise<Response> {
  return openRoute(async () => {
    const { token } = await params;
    if (!(await findSubscription(token))) return new Response(null, { status: 404 });
    await unsubscribe(token, strangerWith(request.headers), new Date());
    return new Response(null, { status: 200, headers: { "Cache-Control": "no-store" } });
  });
}

/** Mail programs that do not know it open the address. */
async function openPage(_request: Request, { params }: Context): Promise<Response> {
  redirect(`/dashboard/unsubscribe/${encodeURIComponent((await params).token)}` as Route);
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({
  GET: openPage,
  POST: endMails,
});
