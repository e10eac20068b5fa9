import type { Env } from "../config/env";
import { versionName } from "../config/version";
import { quote } from "../core/shell";
import { apiTokenFile, setUpKey } from "../owners/api-access";
import { containerOf, tokenCommand } from "../owners/token-place";
import { english } from "../texts/say";

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
  const { DEMO_KEY, DATA_DIR, DATABASE_URL } = env;
  return english("bannerReady", {
    url: baseUrl,
    dashboard: DEMO_KEY
      ? `${origin}/dashboard/demo/${DEMO_KEY}`
      : dashboardAddress(origin, isSetUp, env.API_TOKEN && !isTerminal ? null : setUpKey(token)),
    token: env.API_TOKEN ? english("bannerToken") : file,
    database: DATABASE_URL
      ? english("bannerDatabase")
      : english("bannerEmbedded", { folder: DATA_DIR }),
    version: versionName,
    origin,
    authorization,
    body: '\'{"url":"https://example.com","slug":"hello"}\'',
  });
}

/** Of an instance with ROLE=redirects. */
export function redirectsBanner({ baseUrl, env }: Pick<BannerFacts, "baseUrl" | "env">): string {
  return english("bannerRedirects", { url: baseUrl, version: versionName, port: env.PORT });
}

/**
 * The set-up page until there is an owner, then the sign-in page. The set-up link carries its key in
 * the fragment, which browsers never send. Without a key, as one made from a configured token could
 * be used to guess it, the page asks for the token.
 */
function dashboardAddress(origin: string, isSetUp: boolean, key: string | null): string {
  if (isSetUp) return `${origin}/dashboard/sign-in`;
  const address = `${origin}/dashboard/setup`;
  return key === null ? english("bannerAsks", { address }) : `${address}#token=${key}`;
}
