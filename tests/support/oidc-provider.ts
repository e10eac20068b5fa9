import {
  createPublicKey,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import Provider from "oidc-provider";

export const oidcClient = { id: "slugline", secret: "client-secret-of-a-test" };

export type ProviderClaims = Record<string, unknown>;

const json = { "Content-Type": "application/json" };

/** How the provider fails to answer a server. */
const faults = {
  hung: () => {},
  error: (response: ServerResponse) => void response.writeHead(500).end("no"),
  huge: (response: ServerResponse) =>
    void response.writeHead(200, json).end(`{"a":"${"x".repeat(3_000_000)}"}`),
  cut: (response: ServerResponse) => {
    response.writeHead(200, { ...json, "Content-Length": "999" }).write('{"issuer":');
    setTimeout(() => response.destroy(), 20);
  },
};

/** A real OpenID Connect provider on loopback, whose people sign in at once. */
export interface TestProvider {
  issuer: string;
  /** What it says of the people who are known there, by subject. */
  people: Record<string, ProviderClaims>;
  /** Who signs in next, without a page; undefined: a page asks. */
  person: string | undefined;
  /** What goes wrong with what this server asks the provider. */
  fault: keyof typeof faults | "slow" | null;
  /** The paths where it does. */
  faulty: RegExp;
  /** The paths that were asked for. */
  asked: string[];
  /** Changes the claims of ID tokens, which are then signed anew. */
  tamper: ((claims: ProviderClaims) => ProviderClaims) | null;
  /** Whether ID tokens are signed with a key that is not published. */
  isForged: boolean;
  /** The issuer in discovery; undefined: the real one. */
  namedIssuer: string | undefined;
  rotateKeys: () => void;
  /** Walks from the address that a browser is sent to, to the one that it comes back to. */
  walk: (address: string) => Promise<URL>;
  stop: () => Promise<void>;
}

interface Keys {
  id: string;
  privateKey: KeyObject;
}

const newKeys = (): Keys => ({
  id: randomUUID(),
  privateKey: generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey,
});

export async function startProvider(redirectUri: string): Promise<TestProvider> {
  const firstKeys = newKeys();
  let keys = firstKeys;
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const test: TestProvider = {
    issuer,
    people: {},
    person: undefined,
    fault: null,
    faulty: /./,
    asked: [],
    tamper: null,
    isForged: false,
    namedIssuer: undefined,
    rotateKeys: () => {
      keys = newKeys();
    },
    walk: (address) => walk(address, redirectUri),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: oidcClient.id,
        client_secret: oidcClient.secret,
        redirect_uris: [redirectUri],
      },
    ],
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name"],
      groups: ["groups"],
    },
    scopes: ["openid", "email", "profile", "groups"],
    jwks: {
      keys: [{ ...firstKeys.privateKey.export({ format: "jwk" }), kid: firstKeys.id, use: "sig" }],
    },
    cookies: { keys: ["a key of a test"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) =>
      test.people[id] && {
        accountId: id,
        claims: async () => ({ sub: id, ...test.people[id] }),
      },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      });
      grant.addOIDCScope("openid email profile groups");
      await grant.save();
      return grant;
    },
    ttl: { Interaction: 600, Grant: 600, Session: 600, IdToken: 600, AccessToken: 600 },
  });
  const answer = provider.callback();
  return test;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", issuer);
    test.asked.push(pathname);
    if (pathname.startsWith("/interaction/")) return ask(request, response, searchParams.get("as"));
    if (/^\/(\.well-known|token|me|jwks)/.test(pathname)) {
      const isAnswered = await fail(response, pathname);
      if (isAnswered) return;
    }
    if (pathname === "/jwks") rewrite(response, () => ({ keys: [publicKey(keys)] }));
    if (pathname === "/token") rewrite(response, (body) => ({ ...body, ...resigned(body) }));
    if (pathname.startsWith("/.well-known") && test.namedIssuer)
      rewrite(response, (body) => ({ ...body, issuer: test.namedIssuer }));
    await answer(request, response);
  }

  async function fail(response: ServerResponse, path: string): Promise<boolean> {
    if (test.fault === null || !test.faulty.test(path)) return false;
    if (test.fault !== "slow") faults[test.fault](response);
    else await sleep(1_500);
    return test.fault !== "slow";
  }

  async function ask(request: IncomingMessage, response: ServerResponse, chosen: string | null) {
    const accountId = test.person ?? chosen;
    if (accountId === null) {
      const links = Object.keys(test.people).map((id) => `<a href="?as=${id}">${id}</a>`);
      response.setHeader("Content-Type", "text/html").end(`<h1>Who are you?</h1>${links}`);
    } else {
      const result = accountId === "nobody" ? { error: "access_denied" } : { login: { accountId } };
      await provider.interactionFinished(request, response, result);
    }
  }

  /** Signs an ID token anew, with the keys of now. */
  function resigned({ id_token: token }: ProviderClaims): ProviderClaims {
    if (typeof token !== "string") return {};
    const body = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
    const given = JSON.parse(body) as ProviderClaims;
    const parts = [{ alg: "RS256", kid: keys.id }, test.tamper?.(given) ?? given];
    const text = parts
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".");
    const { privateKey } = test.isForged ? newKeys() : keys;
    const signature = createSign("sha256").update(text).sign(privateKey, "base64url");
    return { id_token: `${text}.${signature}` };
  }
}

function publicKey({ id, privateKey }: Keys) {
  return { ...createPublicKey(privateKey).export({ format: "jwk" }), kid: id, use: "sig" };
}

/** Changes the JSON that a response ends with. */
function rewrite(response: ServerResponse, change: (body: ProviderClaims) => ProviderClaims): void {
  const end = response.end.bind(response) as (text?: string) => ServerResponse;
  response.end = ((text?: unknown) => {
    if (typeof text !== "string" && !Buffer.isBuffer(text)) return end();
    const changed = JSON.stringify(change(JSON.parse(text.toString()) as ProviderClaims));
    response.setHeader("Content-Length", Buffer.byteLength(changed));
    return end(changed);
  }) as typeof response.end;
}

async function walk(address: string, redirectUri: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(address);
  for (let step = 0; step < 10; step++) {
    if (url.href.startsWith(redirectUri)) return url;
    const sent = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { Cookie: sent } });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null)
      throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
    url = new URL(location, url);
  }
  throw new Error(`the provider never led back: ${url}`);
}
