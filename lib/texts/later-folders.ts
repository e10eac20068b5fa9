/** What is closed at first on every page: browsers ask for its texts when they need them. */
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
