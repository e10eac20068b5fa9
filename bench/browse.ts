/** Runs the dashboard's link list inside the benchmark process, because its page needs a signed-in owner. */
export { closeDatabase, useDatabase } from "../lib/database/client";
export { browseLinks } from "../lib/stats/browse-links";
