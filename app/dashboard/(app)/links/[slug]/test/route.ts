import * as commands from "@/lib/commands/questions";
import { route } from "../../../../command-route";

/** Opens a short link as a visitor does. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  commands.testLink,
  (shortUrl) =>
    new Response(null, {
      status: 303,
      headers: { Location: shortUrl, "Cache-Control": "private, no-store" },
    }),
);
