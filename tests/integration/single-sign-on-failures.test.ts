// Run: all
import getPort from "get-port";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  oidcClient,
  type ProviderClaims,
  startProvider,
  type TestProvider,
} from "../support/oidc-provider";
import { startServer } from "../support/server";
import { useService } from "../support/service";
import {
  begin,
  callbackPath,
  newBrowser,
  oidcVariables,
  sentenceAt,
  signInAt,
} from "../support/single-sign-on";

const env: Record<string, string> = {
  OWNER_EMAIL: "mara@example.com",
  OWNER_PASSWORD: "correct horse battery",
  RATE_LIMITS: "off",
};
let provider: TestProvider;

beforeAll(async () => {
  const port = await getPort({ host: "127.0.0.1" });
  provider = await startProvider(`http://localhost:${port}${callbackPath}`);
  provider.people.mara = { email: "mara@example.com", email_verified: true };
  provider.person = "mara";
  Object.assign(env, oidcVariables(provider), { PORT: String(port) });
});
afterEach(async () => {
  Object.assign(provider, {
    fault: null,
    faulty: /./,
    tamper: null,
    isForged: false,
    namedIssuer: undefined,
  });
  await service.server.setClock(null);
});
afterAll(() => provider.stop());

const service = useService({ env });
const home = "/dashboard/overview";
const client = () => newBrowser(service.server);

/** What the page says when something goes wrong on the way to the provider, and on the way back. */
async function onTheWay(): Promise<string> {
  const browser = client();
  return sentenceAt(browser, await begin(browser));
}

async function onTheWayBack(change: () => unknown): Promise<string> {
  const browser = client();
  const callback = await provider.walk(await begin(browser));
  await change();
  const { location = "" } = await browser.get(callback.pathname + callback.search);
  expect(browser.cookieNames()).not.toContain("slugline.session");
  return sentenceAt(browser, location);
}

const setFault = (fault: TestProvider["fault"]) => () => Object.assign(provider, { fault });

describe("a provider", () => {
  it.each(["hung", "cut", "error", "huge"] as const)("that is %s", async (fault) => {
    expect(await onTheWayBack(setFault(fault))).toMatch(/^Acme ID cannot be reached/);
    expect(await onTheWay()).toMatch(/^Acme ID cannot be reached/);
    provider.fault = null;
    expect(await signInAt(provider, client(), "mara")).toBe(home);
  });

  it("that is slow", async () => {
    provider.fault = "slow";
    expect(await signInAt(provider, client(), "mara")).toBe(home);
  });

  it("that rotates its keys between and within sign-ins", async () => {
    for (let times = 0; times < 3; times++) {
      provider.rotateKeys();
      expect(await signInAt(provider, client(), "mara")).toBe(home);
    }
    const browser = client();
    const callback = await provider.walk(await begin(browser));
    provider.rotateKeys();
    expect((await browser.get(callback.pathname + callback.search)).location).toBe(home);
  });

  it("whose issuer differs", async () => {
    const wrong = () => Object.assign(provider, { namedIssuer: "http://127.0.0.1:1/other" });
    expect(await onTheWayBack(wrong)).toMatch(/differs from OIDC_ISSUER/);
    expect(await onTheWay()).toMatch(/differs from OIDC_ISSUER/);
    expect(service.server.output()).toMatch(/"reason":"issuer","detail":"OAUTH_JSON_ATTRIBUTE/);
  });
});

it("UserInfo that fails keeps nobody out of whom the ID token says all, and says so", async () => {
  const whole = { email: "mara@example.com", email_verified: true };
  Object.assign(provider, { fault: "error", faulty: /^\/me/ });
  expect(await signInAt(provider, client(), "mara")).toMatch(/reason=unreachable/);
  provider.tamper = (claims) => ({ ...claims, ...whole });
  expect(await signInAt(provider, client(), "mara")).toBe(home);
  expect(service.server.output()).toContain("single sign-on got no answer of UserInfo");
  const before = provider.asked.filter((path) => path === "/me").length;
  provider.tamper = (claims) => ({ ...claims, ...whole, name: "Mara" });
  expect(await signInAt(provider, client(), "mara")).toBe(home);
  expect(provider.asked.filter((path) => path === "/me").length).toBe(before);
});

it("an address counts as verified only by who names it", async () => {
  provider.people.eve = { email: "eve@example.com", email_verified: true };
  provider.tamper = (claims) => ({ ...claims, email: "mara@example.com" });
  const browser = client();
  expect(await sentenceAt(browser, await signInAt(provider, browser, "eve"))).toMatch(
    /not verified/,
  );
  provider.people.eve = { email: "mara@example.com" };
  provider.tamper = (claims) => ({ ...claims, email_verified: true });
  const other = client();
  expect(await sentenceAt(other, await signInAt(provider, other, "eve"))).toMatch(/not verified/);
  provider.person = "mara";
});

it("who begins without end from one network is refused", async () => {
  const browser = client();
  for (let times = 0; times < 100; times++)
    expect(await begin(browser)).toMatch(new RegExp(`^${provider.issuer}`));
  expect(await sentenceAt(browser, await begin(browser))).toMatch(/Too many sign-ins from/);
});

describe("an ID token", () => {
  const tampered = (changed: ProviderClaims) =>
    onTheWayBack(() => {
      provider.tamper = (claims) => ({ ...claims, ...changed });
    });

  it("that is signed anew, but otherwise the same, is accepted", async () => {
    provider.tamper = (claims) => claims;
    expect(await signInAt(provider, client(), "mara")).toBe(home);
  });

  it("with another nonce, or with none", async () => {
    for (const nonce of ["x".repeat(43), undefined])
      expect(await tampered({ nonce })).toMatch(/does not belong to this sign-in/);
  });

  it("of another issuer", async () => {
    expect(await tampered({ iss: "https://evil.example" })).toMatch(/differs from OIDC_ISSUER/);
  });

  it("for another client", async () => {
    expect(await tampered({ aud: "other" })).toMatch(/does not accept this server's client/);
  });

  it("that expired, or is from the future", async () => {
    const now = Math.floor(Date.now() / 1_000);
    expect(await tampered({ exp: now - 600 })).toMatch(/clocks of Acme ID and this server differ/);
    expect(await tampered({ iat: now - 9_000, exp: now - 3_600 })).toMatch(/clocks/);
    expect(await tampered({ nbf: now + 3_600 })).toMatch(/clocks/);
  });

  it("with the signature of somebody else", async () => {
    const forge = () => Object.assign(provider, { isForged: true });
    expect(await onTheWayBack(forge)).toMatch(/signature is wrong/);
  });

  it("whose subject the userinfo endpoint does not know", async () => {
    expect(await tampered({ sub: "somebody-else" })).toMatch(/does not belong/);
  });
});

it("a sign-in that took longer than ten minutes", async () => {
  const later = () => service.server.setClock(new Date(Date.now() + 601_000).toISOString());
  expect(await onTheWayBack(later)).toMatch(/more than 10 minutes ago/);
});

it("an error that the provider sends back", async () => {
  const finish = async (error: string) => {
    const browser = client();
    const state = new URL(await begin(browser)).searchParams.get("state") ?? "";
    const query = new URLSearchParams({ state, error, iss: provider.issuer });
    return sentenceAt(browser, (await browser.get(`${callbackPath}?${query}`)).location ?? "");
  };
  expect(await finish("access_denied")).toMatch(/did not let you sign in/);
  expect(await finish("unauthorized_client")).toMatch(/client ID or secret/);
  expect(await finish("temporarily_unavailable")).toMatch(/cannot be reached/);
  expect(await finish("constructor")).toMatch(/Signing in with Acme ID failed/);
  expect(await finish("invalid_scope")).toMatch(/Signing in with Acme ID failed/);
});

it("nonsense is answered with a sentence", async () => {
  const browser = client();
  await begin(browser);
  for (const query of ["", "?state=", "?code=a&code=b&state=x", `?${"x".repeat(5_000)}`, "?error="])
    expect((await browser.get(callbackPath + query)).location).toMatch(/reason=browser/);
  expect(await sentenceAt(browser, "/dashboard/sign-in?reason=toString")).toBe("");
  expect((await browser.sendForm(callbackPath, {})).status).toBe(405);
});

it("a wrong secret, an unknown client, and a provider that is not there at the start", async () => {
  const port = await getPort({ host: "127.0.0.1" });
  const redirectUri = `http://localhost:${port}${callbackPath}`;
  const other = await startProvider(redirectUri);
  other.people.mara = { email: "mara@example.com", email_verified: true };
  const start = (variables: Record<string, string>) =>
    startServer(service.databaseUrl, {
      env: { ...env, ...oidcVariables(other), PORT: String(port), ...variables },
    });
  const sentence = async (server: { url: string }) => {
    const browser = newBrowser(server);
    return sentenceAt(browser, await signInAt(other, browser, "mara"));
  };
  const wrong = await start({ OIDC_CLIENT_SECRET: "wrong" });
  expect(await sentence(wrong)).toMatch(/does not accept this server's client ID or secret/);
  await wrong.stop("SIGKILL");
  await other.stop();
  const lonely = await start({ OIDC_CLIENT_SECRET: oidcClient.secret });
  const browser = newBrowser(lonely);
  expect(await sentenceAt(browser, await begin(browser))).toMatch(/cannot be reached/);
  await browser.submit("/dashboard/sign-in", {
    email: "mara@example.com",
    password: "correct horse battery",
  });
  const { body } = await browser.get("/dashboard/settings/doctor");
  expect(body).toContain("Single sign-on");
  expect(body).toContain(redirectUri);
  await lonely.stop("SIGKILL");
});
