import * as account from "./account";
import type { AnyCommand } from "./define";
import * as exports from "./exports";
import * as links from "./links";
import * as people from "./people";
import * as receivers from "./receivers";
import * as shares from "./shares";
import * as signIn from "./sign-in";
import * as statistics from "./statistics";
import * as tags from "./tags";
import * as views from "./views";
import * as visitors from "./visitors";

/** What the API offers of links, in the order of its documentation. */
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

/** The rest of what it offers. */
export const otherCommands: readonly AnyCommand[] = [
  exports.exportLinks,
  exports.exportClicks,
  exports.exportClicksAsJson,
  exports.exportClicksAsNdjson,
  exports.exportClicksAsCsv,
  tags.listTags,
  tags.createTag,
  tags.updateTag,
  tags.deleteTag,
  statistics.getLinkStatistics,
  statistics.getStatistics,
  statistics.getReport,
  shares.listShares,
  shares.createShare,
  shares.revokeShare,
  visitors.getLinkHealth,
  visitors.listMissedLinks,
  visitors.changeMissedLink,
  visitors.listSingleVisitors,
  visitors.setClicksAside,
  visitors.undoSetAside,
  receivers.listReceivers,
  receivers.createReceiver,
  receivers.getReceiver,
  receivers.updateReceiver,
  receivers.deleteReceiver,
  receivers.testReceiver,
  receivers.listDeliveries,
];

/** Every command, by the file that declares it. */
export const rooms = {
  account,
  exports,
  links,
  people,
  receivers,
  shares,
  "sign-in": signIn,
  statistics,
  tags,
  views,
  visitors,
};
