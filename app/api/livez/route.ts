import { json } from "@/lib/http/respond";

export const dynamic = "force-dynamic";

/** Open to all, and says nothing but that the process answers: for supervisors, which restart it when it does not. */
export function GET(): Response {
  return json({ status: "ok" }, { headers: { "Cache-Control": "no-store" } });
}
