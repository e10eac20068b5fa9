/** Texts of dialogs that no page shows at first: browsers ask for them when one is opened. */
export const laterFolders = [
  "figures",
  "form",
  "links.channels",
  "links.filters",
  "links.history",
  "links.qr",
  "links.rules",
  "links.share",
  "links.views",
];
