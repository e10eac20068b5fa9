import type { Way } from "./server";

/** Whether tests take their long form: in `npm run test:all`, or with TEST_RUN=all. */
export const isFullRun = process.env.TEST_RUN === "all";

/**
 * The ways to a short link on which tests of pages, previews and bodies run. `both-ways` compares
 * what both answer to one table of requests.
 */
export const ways: readonly Way[] = isFullRun ? ["direct server", "Next route"] : ["direct server"];
