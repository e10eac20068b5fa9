import type { Env } from "../config/env";
import { apiTokenFile } from "../owners/api-token";

interface BannerFacts {
  baseUrl: string;
  token: string;
  env: Env;
  isTerminal: boolean;
  /** There is an owner. */
  isSetUp: boolean;
}

/** What `npm start` says once everything answers: the address, the token, and a first command that works as pasted. */
export function bannerText({ baseUrl, token, env, isTerminal, isSetUp }: BannerFacts): string {
  const file = apiTokenFile(env.DATA_DIR);
  // A token of the owner's own is shown on a terminal only: elsewhere standard output is a log.
  const authorization =
    env.API_TOKEN && isTerminal
      ? quote(`Authorization: Bearer ${token}`)
      : `"Authorization: Bearer ${env.API_TOKEN ? "$API_TOKEN" : `$(cat ${quote(file)})`}"`;
  const local = `http://localhost:${env.PORT}`;
  return `
  Slugline is ready at ${baseUrl}

  Dashboard   ${env.DEMO_KEY ? `${baseUrl}/dashboard/demo/${env.DEMO_KEY}` : dashboardAddress({ baseUrl, token, isTerminal, isSetUp })}
  API token   ${env.API_TOKEN ? "API_TOKEN of the environment" : file}
  Database    ${env.DATABASE_URL ? "DATABASE_URL of the environment" : `embedded Postgres in ${env.DATA_DIR}`}

  Make a short link:

  curl -s ${local}/api/links -H ${authorization} -H "Content-Type: application/json" -d '{"url":"https://example.com","slug":"hello"}'

  Follow it:          ${baseUrl}/hello
  See its statistics: curl -s ${local}/api/links/hello/stats -H ${authorization}

`;
}

/**
 * Until there is an owner the address makes one. Its fragment carries the token, which proves to run this server, and
 * which a browser keeps to itself; where standard output is a log, the token is typed.
 */
function dashboardAddress({ baseUrl, token, isTerminal, isSetUp }: Omit<BannerFacts, "env">): string {
  if (isSetUp) return `${baseUrl}/dashboard/sign-in`;
  const address = `${baseUrl}/dashboard/setup`;
  return isTerminal ? `${address}#token=${encodeURIComponent(token)}` : `${address}  (asks for the API token)`;
}

/** One word for a POSIX shell, whatever is in it. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
