import { deleteLink, getLink, updateLink } from "@/lib/commands/links";
import { importLinks } from "@/lib/commands/transfer";
import { operation } from "@/lib/http/api/api-route";

/** A link may have the slug `import`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = operation(
  importLinks,
  getLink,
  updateLink,
  deleteLink,
);
