// Run: all
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { SettingsInEffect } from "@/lib/config/site-settings";
import { readRegistration } from "@/lib/doctor/registration";
import { askFeed } from "@/lib/doctor/update-check";
import { Mailer } from "@/lib/messages/mail";
import { postMessage } from "@/lib/messages/post-message";
import { receiverPolicy } from "@/lib/messages/receiver-address";
import { askHost } from "@/lib/previews/domain-health";
import { scrape } from "@/lib/previews/scrape-destination";
import { publicWeb } from "@/lib/previews/scrape-policy";
import { serverPolicy } from "@/lib/previews/server-policy";
import { startAtProvider } from "@/lib/sign-in/oidc/provider";
import type { OidcSettings } from "@/lib/sign-in/oidc/settings";
import { renewCountryFile } from "@/lib/visits/describe/country-file";
import { useOwnDatabase } from "../support/own-database";

const own = useOwnDatabase({ GEO_DATABASE: "country" });
const running = new AbortController().signal;
const open = new Set<Socket>();
let drip = "";
let dripped = 0;
/** Says all of `drip`, and then a byte now and then, without end. */
const server = createServer((socket) => {
  open.add(socket);
  socket.write(drip);
  const timer = setInterval(() => socket.write("a") && dripped++, 5);
  socket.on("error", () => {}).on("close", () => open.delete(socket) && clearInterval(timer));
});
let url = "";
let host = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  url = `http://${host}`;
  Object.assign(own.service.config, { MESSAGE_ALLOW_HOSTS: new Set([host]) });
  // The limits stay those of the calls, in a shorter time.
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(Math.ceil(ms / 20)));
});
afterEach(() => expect.poll(() => open.size).toBe(0));
afterAll(() => {
  vi.restoreAllMocks();
  server.close();
});

const provider = (policy: OidcSettings["policy"]): OidcSettings => ({
  ...{ issuer: url, clientId: "slugline", clientSecret: "secret", name: "Acme ID", allowed: [] },
  ...{ groupsClaim: "groups", groups: { owner: undefined, editor: undefined, reader: undefined } },
  ...{ redirectUri: "http://localhost/callback", policy, fingerprint: null },
});
const mailer = (SMTP_URL: string) =>
  new Mailer(
    new SettingsInEffect({ ...own.service.config, SMTP_URL, MAIL_FROM: "links@example.com" }),
    1_000,
  );
const mail = { id: "msg_1", to: "ada@example.com", subject: "a", text: "a", html: "<p>a</p>" };

const calls: Record<string, () => Promise<unknown>> = {
  "the registry of a domain": () =>
    expect(readRegistration("example.com", url, running)).rejects.toThrow(/timeout/),
  "the feed of releases": () =>
    expect(askFeed(url, running)).resolves.toEqual({ problem: expect.anything() }),
  "the file of countries": () => renewCountryFile(new Date(), running, url),
  "a webhook": () =>
    postMessage(
      { method: "POST", address: url, headers: {}, body: "{}" },
      receiverPolicy(own.service.config),
    ),
  "an own host": () =>
    expect(
      askHost({ origin: url, domain: "go.example.com", isBase: false }, own.service.config),
    ).resolves.toMatchObject({ isLost: false, problem: expect.anything() }),
  "a destination": () => scrape(url, publicWeb(own.service.config, new Set([host]))),
  "the provider of the environment": () => startAt(null),
  "the provider of the dashboard": () => startAt(serverPolicy(own.service.config, "OIDC_ISSUER")),
};
const startAt = (policy: OidcSettings["policy"]) =>
  expect(startAtProvider(provider(policy))).rejects.toMatchObject({ reason: "unreachable" });

describe.each([
  ["heads", "HTTP/1.1 200 OK\r\nX-Long: "],
  ["bodies", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>a"],
])("a server that drips %s", (_, said) => {
  it.each(Object.entries(calls))("holds no call to %s beyond its limit", async (_name, call) => {
    [drip, dripped] = [said, 0];
    await call();
    expect(dripped).toBeGreaterThan(1);
  });
});

describe("a mail server that drips", () => {
  it.each([
    ["its greeting", "220-"],
    ["lines", "220-mail\r\n220-mail\r\n"],
    ["what it can do", "220 mail\r\n250-"],
  ])("%s holds neither a look nor a mail beyond its limit", async (_, said) => {
    [drip, dripped] = [said, 0];
    for (const address of [`smtp://${host}`, `smtp://a:b@${host}`, `smtps://${host}`]) {
      await expect(mailer(address).examine(AbortSignal.timeout(5_000))).rejects.toThrow();
      expect(await mailer(address).send(mail)).toMatchObject({ isAccepted: false });
    }
    expect(dripped).toBeGreaterThan(1);
  });

  it("whether it takes the sender holds no mail beyond its limit", async () => {
    [drip, dripped] = ["220 mail\r\n250 mail\r\n2", 0];
    expect(await mailer(`smtp://${host}`).send(mail)).toMatchObject({ isAccepted: false });
    expect(dripped).toBeGreaterThan(1);
  });
});
