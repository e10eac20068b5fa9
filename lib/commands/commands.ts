import * as account from "./account";
import type { AnyCommand } from "./define";
import * as exports from "./exports";
import * as jobs from "./jobs";
import * as links from "./links";
import * as people from "./people";
import * as questions from "./questions";
import * as receivers from "./receivers";
import * as service from "./service";
import * as shares from "./shares";
import * as signIn from "./sign-in";
import * as statistics from "./statistics";
import * as tags from "./tags";
import * as transfer from "./transfer";
import * as views from "./views";
import * as visitors from "./visitors";

/** What the API offers, in the order of its documentation. */
export const apiCommands: readonly AnyCommand[] = [
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
  transfer.importLinks,
  exports.exportLinks,
  exports.exportRedirects,
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
  visitors.keepDestinationHost,
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
  service.getMetrics,
];

/** Every command, by the file that declares it. */
export const rooms = {
  account,
  exports,
  jobs,
  links,
  people,
  questions,
  receivers,
  service,
  shares,
  "sign-in": signIn,
  statistics,
  tags,
  transfer,
  views,
  visitors,
};
