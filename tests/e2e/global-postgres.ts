import { startWithTemplate } from "../support/global-postgres";

/** One Postgres for all browser tests. `withDatabase` copies its template. */
export default async function setup(): Promise<() => Promise<void>> {
  const { stop, ...postgres } = await startWithTemplate();
  process.env.TEST_POSTGRES = JSON.stringify(postgres);
  return stop;
}
