// Run: all
import dns from "node:dns";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import tls from "node:tls";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { environment } from "@/lib/audit/record-event";
import { SettingsInEffect } from "@/lib/config/site-settings";
import { queueMessages } from "@/lib/database/queue-messages";
import { checkMail } from "@/lib/doctor/check-mail";
import { claimDue } from "@/lib/messages/claims";
import { sendTest } from "@/lib/messages/deliveries";
import { Mailer } from "@/lib/messages/mail";
import { mailInvitation, mailReset } from "@/lib/messages/mail-links";
import { createReceiver, getReceiver } from "@/lib/messages/receivers";
import { findSubscription, unsubscribe } from "@/lib/messages/unsubscribe";
import { inEnglish } from "../support/in-english";
import { type Mailbox, startMailbox } from "../support/mailbox";
import { useOwnDatabase } from "../support/own-database";
import { tlsFile } from "../support/tls-postgres";

const certificate = {
  key: readFileSync(tlsFile("server.key")),
  cert: readFileSync(tlsFile("server.crt")),
};

const database = useOwnDatabase();
const mail = { id: "msg_1", to: "ada@example.com", subject: "Grüße", text: "a", html: "<p>a</p>" };
const mailerOf = (SMTP_URL: string, limitMs?: number) =>
  new Mailer(
    new SettingsInEffect({
      ...database.service.config,
      SMTP_URL,
      MAIL_FROM: "Links <links@example.com>",
    }),
    limitMs,
  );

describe("a mail server", () => {
  let plain: Mailbox;
  let trapped: Mailbox;
  beforeAll(async () => {
    plain = await startMailbox({ disabledCommands: ["STARTTLS", "AUTH"] });
    trapped = await startMailbox(certificate);
  });
  afterAll(() => Promise.all([plain.close(), trapped.close()]));

  it("without TLS gets mail from beside it, with an id that stays", async () => {
    const sent = await mailerOf(`smtp://127.0.0.1:${plain.port}`).send(mail);
    expect(sent).toMatchObject({ isAccepted: true, status: 250, error: null });
    expect(plain.mails).toEqual([
      expect.objectContaining({ from: "links@example.com", to: ["ada@example.com"] }),
    ]);
    expect(plain.mails[0]?.raw).toContain("Message-ID: <msg_1@localhost>");
  });

  it("with a certificate that nobody signed gets neither mail nor password", async () => {
    const sent = await mailerOf(`smtp://user:secret@127.0.0.1:${trapped.port}`).send(mail);
    expect(sent).toMatchObject({ isAccepted: false, response: null });
    expect(inEnglish(sent.error)).toMatch(/certificate|self-signed|altnames|unable to verify/i);
    expect(trapped.mails).toEqual([]);
  });

  it("with such a certificate gets encrypted mail where nothing needs more, and the health check says so", async () => {
    const mailer = mailerOf(`smtp://127.0.0.1:${trapped.port}`);
    expect(await mailer.send(mail)).toMatchObject({ isAccepted: true, error: null });
    expect(trapped.mails.splice(0)).toEqual([expect.objectContaining({ secure: true })]);
    expect(await mailer.examine(AbortSignal.timeout(5_000))).toMatchObject({
      security: "encrypted",
    });
    const { config } = database.service;
    const { SMTP_URL: before, MAIL_FROM: sender } = config;
    const checked = async (SMTP_URL: string) => {
      Object.assign(config, { SMTP_URL, MAIL_FROM: "links@example.com" });
      return inEnglish(await checkMail())[0];
    };
    expect(await checked(`smtp://127.0.0.1:${trapped.port}`)).toMatchObject({
      state: "note",
      finding: expect.stringContaining("is encrypted, but the certificate"),
    });
    expect(await checked(`smtp://127.0.0.1:${plain.port}`)).toMatchObject({ state: "good" });
    for (const needed of ["smtp://user:secret@", "smtps://"])
      expect(await checked(`${needed}127.0.0.1:${trapped.port}`)).toMatchObject({ state: "bad" });
    Object.assign(config, { SMTP_URL: before, MAIL_FROM: sender });
  });

  it("gets mail over TLS with a certificate that somebody signed, and is looked up once", async () => {
    const secured = await startMailbox({ ...certificate, secure: true });
    const { createSecureContext } = tls;
    const ca = readFileSync(tlsFile("ca.crt"));
    vi.spyOn(tls, "createSecureContext").mockImplementation((options) =>
      createSecureContext({ ...options, ca }),
    );
    const lookup = vi.spyOn(dns, "lookup");
    try {
      const mailer = mailerOf(`smtps://localhost:${secured.port}`);
      expect(await mailer.send(mail)).toMatchObject({ isAccepted: true, error: null });
      expect(secured.mails).toEqual([expect.objectContaining({ secure: true })]);
      expect(lookup).toHaveBeenCalledTimes(1);
    } finally {
      vi.restoreAllMocks();
      await secured.close();
    }
  });

  it("whose TLS fails altogether gets mail all the same, but never a password", async () => {
    const broken = await startMailbox({
      ...certificate,
      maxVersion: "TLSv1",
      minVersion: "TLSv1",
      ciphers: "AES128-SHA",
    });
    const plainly = mailerOf(`smtp://127.0.0.1:${broken.port}`);
    expect(await plainly.send(mail)).toMatchObject({ isAccepted: true });
    expect(broken.mails).toEqual([expect.objectContaining({ secure: false })]);
    expect(await plainly.examine(AbortSignal.timeout(5_000))).toMatchObject({ security: "none" });
    const withPassword = mailerOf(`smtp://user:secret@127.0.0.1:${broken.port}`);
    expect(await withPassword.send(mail)).toMatchObject({ isAccepted: false });
    const required = mailerOf(`smtps://127.0.0.1:${broken.port}`);
    expect(await required.send(mail)).toMatchObject({ isAccepted: false });
    expect(broken.mails).toHaveLength(1);
    await broken.close();
  });

  it("that says a little now and then, but never takes the mail, is given up", async () => {
    const closed: true[] = [];
    const dripping = createServer((socket) => {
      const timer = setInterval(() => socket.write("220-wait\r\n"), 50);
      socket.on("error", () => {}).on("close", () => closed.push(true) && clearInterval(timer));
    });
    await new Promise<void>((resolve) => dripping.listen(0, "127.0.0.1", resolve));
    const { port } = dripping.address() as AddressInfo;
    const sent = inEnglish(await mailerOf(`smtp://127.0.0.1:${port}`, 500).send(mail));
    expect(sent).toMatchObject({
      ...{ isAccepted: false, status: null },
      error: "The mail server takes longer than 0.5 seconds to respond.",
    });
    await expect.poll(() => closed.length).toBe(1);
    await new Promise((resolve) => dripping.close(resolve));
  });

  it("that is away is an error, not an exception", async () => {
    const sent = await mailerOf("smtp://127.0.0.1:9").send(mail);
    expect([sent.isAccepted, sent.status]).toEqual([false, null]);
  });
});

describe("a receiver of mail", () => {
  let mailbox: Mailbox;
  beforeAll(async () => {
    mailbox = await startMailbox({ disabledCommands: ["STARTTLS", "AUTH"] });
    Object.assign(database.service.config, {
      SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
      MAIL_FROM: "links@example.com",
    });
  });
  afterAll(() => mailbox.close());

  it("gets invitations and links for a new password, at the stored address", async () => {
    const link = "https://go.example.com/dashboard/invite/abc";
    const { mailer } = database.service.messages;
    expect(await mailInvitation(mailer, "new@example.com", link, "en")).toBe(true);
    await database.query(
      `INSERT INTO "Owner" ("id", "name", "email", "createdAt", "updatedAt") VALUES ('p', 'P', 'p@example.com', now(), now())`,
    );
    expect(await mailReset(mailer, "p", link)).toBe("p@example.com");
    expect(await mailReset(mailer, "nobody", link)).toBeNull();
    expect(mailbox.mails.slice(-2).map(({ to }) => to)).toEqual([
      ["new@example.com"],
      ["p@example.com"],
    ]);
    expect(mailbox.mails.at(-1)?.raw).toContain(link);
    await database.query(`UPDATE "Owner" SET "language" = 'de' WHERE "id" = 'p'`);
    expect(await mailReset(mailer, "p", link)).toBe("p@example.com");
    expect(mailbox.mails.at(-1)?.raw).toMatch(/Neues Passwort für |Neues_Passwort|lang=3D"de"/);
  });

  it("gets text and HTML, escaped, with a link that ends the mails", async () => {
    const wanted = {
      name: "Ada",
      kind: "email" as const,
      url: "mailto:ada@example.com",
      events: ["link.created" as const],
    };
    const { id, ...made } = await createReceiver(environment, wanted, null, new Date());
    expect(made).not.toHaveProperty("secret");
    expect(await sendTest(id, database.service)).toMatchObject({ state: "sent", status: 250 });
    await queueMessages("link.created", [{ linkId: 1, data: { slug: "a", title: "<b>T" } }], {
      once: false,
    });
    for (const claim of await claimDue(4)) await database.service.messages.sender.tryOnce(claim);
    const raw = (mailbox.mails.at(-1)?.raw ?? "")
      .replace(/=\r\n|\r\n(?= )/g, "")
      .replaceAll("=3D", "=");
    expect(raw).toContain("Subject: New link: <b>T (/a)");
    expect(raw).toContain(">New link: &lt;b&gt;T (/a)</p>");
    expect(raw).toMatch(/List-Unsubscribe: <http:\/\/localhost\/dashboard\/unsubscribe\//);
    expect(raw).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
    expect(raw).toMatch(/List-Unsubscribe: <[^>]+\/one-click>/);
    const token = /unsubscribe\/([\w.-]+)/.exec(raw)?.[1] ?? "";
    expect(await findSubscription(token)).toMatchObject({ id, enabled: true });
    expect(await findSubscription(`${token.slice(0, -1)}x`)).toBeNull();
    expect(await findSubscription("x")).toBeNull();
    await unsubscribe(token, environment, new Date());
    expect(await getReceiver(id)).toMatchObject({ enabled: false, offReason: "unsubscribed" });
  });
});
