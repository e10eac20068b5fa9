import * as commands from "@/lib/commands/links";
import { operation } from "@/lib/http/api/api-route";

/** A link may have the slug `bulk`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = operation(
  commands.bulkLinks,
  commands.getLink,
  commands.updateLink,
  commands.deleteLink,
);
