import { DashboardClient, type PageAnswer } from "./dashboard";
import type { TestProvider } from "./oidc-provider";
import { oidcClient } from "./oidc-provider";

/** The variables of a service that signs people in at this provider. */
export function oidcVariables({ issuer }: TestProvider): Record<string, string> {
  return {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: oidcClient.id,
    OIDC_CLIENT_SECRET: oidcClient.secret,
    OIDC_NAME: "Acme ID",
  };
}

export const callbackPath = "/dashboard/sign-in/oidc/callback";

let next = 0;

/** A browser that has never been here, at the host that the provider leads back to. */
export function newBrowser({ url }: { url: string }): DashboardClient {
  return new DashboardClient(
    { url: url.replace("127.0.0.1", "localhost") },
    `198.51.100.${++next}`,
  );
}

/** The cookies of the sign-ins that this browser began. */
export function attemptCookies(browser: DashboardClient): string[] {
  return browser.cookieNames().filter((name) => name.startsWith("slugline.oidc."));
}

/** Begins to sign in; the address at the provider, or the path of the sign-in page. */
export async function begin(browser: DashboardClient, query = ""): Promise<string> {
  const { status, location = "" } = await browser.get(`/dashboard/sign-in/oidc${query}`);
  if (status !== 307) throw new Error(`/dashboard/sign-in/oidc answered ${status}`);
  return location;
}

/** Signs in as one of the provider's people, and returns where that leads. */
export async function signInAt(
  provider: TestProvider,
  browser: DashboardClient,
  person: string,
  query = "",
): Promise<string> {
  provider.person = person;
  const callback = await provider.walk(await begin(browser, query));
  return (await browser.get(callback.pathname + callback.search)).location ?? "";
}

/** What the sign-in page says where a refusal led to. */
export async function sentenceAt(browser: DashboardClient, location: string): Promise<string> {
  const { body }: PageAnswer = await browser.get(location);
  const alert = /<div role="alert"[^>]*>(.*?)<\/div>/s.exec(body)?.[1] ?? "";
  return alert
    .replaceAll(/<svg.*?<\/svg>|<[^>]*>/gs, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"');
}
