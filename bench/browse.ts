/** What the dashboard's list of links is made with, for a process of the bench: its page needs a signed-in owner. */
export { closeDatabase, useDatabase } from "../lib/database/client";
export { browseLinks } from "../lib/stats/browse-links";
