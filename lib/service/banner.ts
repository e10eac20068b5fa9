import type { Env } from "../config/env";
import { versionName } from "../config/version";
import { quote } from "../core/shell";
import { apiTokenFile } from "../owners/api-access";
import { containerOf, tokenCommand } from "../owners/token-place";

interface BannerFacts {
  baseUrl: string;
  token: string;
  env: Env;
  isTerminal: boolean;
  isSetUp: boolean;
}

/**
 * The startup banner: URL, token, and a first command that works when pasted where the URL does.
 */
export function bannerText({ baseUrl, token, env, isTerminal, isSetUp }: BannerFacts): string {
  const origin = env.DASHBOARD_ORIGIN === env.BASE_URL ? baseUrl : env.DASHBOARD_ORIGIN;
  const command = tokenCommand(env.DATA_DIR);
  const file = containerOf(env.DATA_DIR) === null ? apiTokenFile(env.DATA_DIR) : command;
  // A configured token is shown only on a terminal, because otherwise standard output is a log.
  const authorization =
    env.API_TOKEN && isTerminal
      ? quote(`Authorization: Bearer ${token}`)
      : `"Authorization: Bearer ${env.API_TOKEN ? "$API_TOKEN" : `$(${command})`}"`;
  return `
  Slugline is ready at ${baseUrl}

  Dashboard   ${env.DEMO_KEY ? `${origin}/dashboard/demo/${env.DEMO_KEY}` : dashboardAddress({ origin, token, isTerminal, isSetUp })}
  API token   ${env.API_TOKEN ? "API_TOKEN of the environment" : file}
  Database    ${env.DATABASE_URL ? "DATABASE_URL of the environment" : `embedded Postgres in ${env.DATA_DIR}`}
  Version     ${versionName}

  Create a short link:

  curl -s ${origin}/api/links -H ${authorization} -H "Content-Type: application/json" -d '{"url":"https://example.com","slug":"hello"}'

  Follow it:       ${baseUrl}/hello
  View statistics: curl -s ${origin}/api/links/hello/stats -H ${authorization}

`;
}

/** Of an instance with ROLE=redirects. */
export function redirectsBanner({ baseUrl, env }: Pick<BannerFacts, "baseUrl" | "env">): string {
  return `
  Slugline is ready at ${baseUrl}: it redirects, without dashboard and API (ROLE=redirects)

  Version     ${versionName}
  Health      curl -s "http://localhost:${env.PORT}/api/readyz?for=visitors"

`;
}

/**
 * The set-up page until there is an owner, then the sign-in page. On a terminal, the set-up link
 * carries the token in its fragment, which browsers never send. If standard output is a log, the
 * owner has to type the token.
 */
function dashboardAddress({
  origin,
  token,
  isTerminal,
  isSetUp,
}: Omit<BannerFacts, "env" | "baseUrl"> & { origin: string }): string {
  if (isSetUp) return `${origin}/dashboard/sign-in`;
  const address = `${origin}/dashboard/setup`;
  return isTerminal
    ? `${address}#token=${encodeURIComponent(token)}`
    : `${address}  (asks for the API token)`;
}
