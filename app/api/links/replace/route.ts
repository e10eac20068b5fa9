import * as commands from "@/lib/commands/links";
import { operation } from "@/lib/http/api/api-route";

/** A link may have the slug `replace`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = operation(
  commands.replaceDestinations,
  commands.getLink,
  commands.updateLink,
  commands.deleteLink,
);
