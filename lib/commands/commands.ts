import type { AnyCommand } from "./define";
import * as links from "./links";

/** What the API offers, in the order of its documentation. */
export const linkCommands: readonly AnyCommand[] = [
  links.listLinks,
  links.createLink,
  links.getLink,
  links.updateLink,
  links.deleteLink,
  links.listLinkChanges,
  links.listLinkAliases,
  links.getLinkQrCode,
  links.bulkLinks,
  links.replaceDestinations,
];

/** Every command, by room. */
export const rooms = { links };
