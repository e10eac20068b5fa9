// Run: all
import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DashboardClient, owner, ownerEnv, type PageAnswer } from "../support/dashboard";
import { ownerCommand, printedPath } from "../support/owner-command";
import { makePostgresFolder, removePostgresFolder } from "../support/postgres-folder";
import { startServer, type TestServer } from "../support/server";
import { useService } from "../support/service";

const service = useService({ env: ownerEnv });

let next = 0;
const client = (address = `198.51.100.${++next}`) => new DashboardClient(service.server, address);
const signIn = (who: DashboardClient, password: string): Promise<PageAnswer> =>
  who.submit("/dashboard/sign-in", { email: owner.email, password });
const isSignedIn = async (who: DashboardClient) =>
  (await who.get("/dashboard/settings/tokens")).status === 200;
const run = (...args: string[]) =>
  ownerCommand(args, { DATABASE_URL: service.databaseUrl, BASE_URL: service.server.url });
const newLink = async () => printedPath(await run("reset", owner.email));
const setPassword = (path: string, password: string, who = client()): Promise<PageAnswer> =>
  who.submit(path, { password });
const isOver = /This link has expired or was already used/;

/** Sends the form that the page of a valid link showed before. */
async function prepared(path: string): Promise<(password: string) => Promise<PageAnswer>> {
  const who = client();
  const hidden = await who.hiddenFields(path, "password");
  return (password) => who.sendForm(path, { ...hidden, password });
}

describe("a link for a new password", () => {
  it("sets it once, signs in here and out everywhere else", async () => {
    const elsewhere = client();
    await signIn(elsewhere, owner.password);
    const path = await newLink();
    // Mail programs and chats open links, too.
    for (const method of ["GET", "HEAD", "GET"])
      expect((await client().send(path, { method })).status).toBe(200);
    const page = await client().get(path);
    expect(page.headers["cache-control"]).toContain("no-store");
    expect(page.body).toContain('name="referrer" content="no-referrer"');
    expect(page.body).toContain(owner.email);

    const who = client();
    const short = await setPassword(path, "short", who);
    expect(short.text).toContain("Choose a password of at least 12 characters.");
    const done = await setPassword(path, "a second long password", who);
    expect([done.status, done.location]).toEqual([303, "/dashboard/overview"]);
    expect([await isSignedIn(who), await isSignedIn(elsewhere)]).toEqual([true, false]);

    expect((await client().get(path)).text).toMatch(isOver);
    expect((await signIn(client(), owner.password)).text).toContain("Incorrect email or password.");
    expect((await signIn(client(), "a second long password")).status).toBe(303);
  });

  it("is replaced by a later one, and ends with a password change in the settings", async () => {
    const [first, second] = [await newLink(), await newLink()];
    expect((await client().get(first)).text).toMatch(isOver);
    const who = client();
    await setPassword(second, "before the change", who);
    const third = await newLink();
    const changed = await who.submit("/dashboard/settings/sessions", {
      currentPassword: "before the change",
      newPassword: "after the change",
    });
    expect(changed.text).toContain("Password changed");
    expect((await client().get(third)).text).toMatch(isOver);
  });

  it("expires after 30 minutes", async () => {
    const path = await newLink();
    const send = await prepared(path);
    const [row] = await service.sql<{ minutes: number }>(
      `SELECT (extract(epoch FROM "expiresAt" - "createdAt") / 60)::int AS "minutes" FROM "PasswordReset"`,
    );
    expect(row?.minutes).toBe(30);
    await service.sql(`UPDATE "PasswordReset" SET "expiresAt" = now() - interval '1 second'`);
    expect((await client().get(path)).text).toMatch(isOver);
    expect((await send("too late for this one")).text).toMatch(isOver);
    expect((await signIn(client(), "too late for this one")).text).toContain(
      "Incorrect email or password.",
    );
  });

  it("lets the owner in whose wrong guesses had used up the limits, in the browser that knew the old password, too", async () => {
    await setPassword(await newLink(), "the one to forget");
    const who = client();
    await signIn(who, "the one to forget");
    who.forget("slugline.session");
    for (let n = 0; n < 6; n++) await signIn(who, `wrong guess ${n}`);
    expect((await signIn(who, "the one to forget")).status).toBe(429);
    const neighbour = client(`198.51.100.${next}`);
    for (let n = 0; n < 10; n++) await signIn(neighbour, `wrong guess ${n}`);
    expect((await signIn(neighbour, "one more guess")).status).toBe(429);

    await setPassword(await newLink(), "remembered at last", neighbour);
    expect(await isSignedIn(neighbour)).toBe(true);
    expect((await signIn(who, "remembered at last")).status).toBe(303);
    expect((await signIn(client(), "remembered at last")).status).toBe(303);
  });

  it("is stored as a hash alone", async () => {
    const path = await newLink();
    const secret = path.split("/").at(-1) ?? "";
    expect(secret).toMatch(/^[\w-]{43}$/);
    const [row] = await service.sql<{ hash: Buffer }>(`SELECT "hash" FROM "PasswordReset"`);
    expect(row?.hash).toEqual(createHash("sha256").update(secret).digest());
    expect(
      JSON.stringify(await service.sql(`SELECT to_jsonb(r) FROM "PasswordReset" r`)),
    ).not.toContain(secret);
    expect(service.server.output()).not.toContain(secret);
  });
});

describe("npm run owner, beside a server with DATABASE_URL", () => {
  it("lists the owners", async () => {
    const { code, out } = await run("list");
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^mara@example\.com {2}owner {3}since \S.* mara\n$/),
    ]);
  });

  it("invites by a link that is filled in and works once", async () => {
    const path = printedPath(await run("add", "Noor@Example.com"));
    const who = client();
    const { body } = await who.get(path);
    expect(body).toContain('value="noor@example.com"');
    expect(body).toContain("The operator of this server");
    const joined = await who.submit(path, {
      email: "noor@example.com",
      name: "Noor",
      password: "a fine long password",
    });
    expect(joined.location).toBe("/dashboard/overview");
    expect((await run("list")).out).toContain("noor@example.com");
    expect((await client().get(path)).text).toContain("This link has expired or was already used");
    const again = await run("add", "noor@example.com");
    expect([again.code, again.error]).toEqual([
      1,
      expect.stringContaining("noor@example.com already has access."),
    ]);
  });

  it("says what is wrong", async () => {
    const unknown = await run("reset", "nobody@example.com");
    expect([unknown.code, unknown.out, unknown.error]).toEqual([
      1,
      "",
      "Nobody has the email nobody@example.com. To see everyone, run: npm run owner -- list\n",
    ]);
    expect((await run("reset", "nobody")).error).toBe("nobody is not an email address.\n");
    for (const args of [
      [],
      ["reset"],
      ["rest", "a@example.com"],
      ["list", "x"],
      ["reset", "a@example.com", "b"],
    ]) {
      const { code, error } = await run(...args);
      expect([code, error]).toEqual([1, expect.stringMatching(/Usage: npm run owner --/)]);
    }
    const away = await ownerCommand(["list"], {
      DATABASE_URL: "postgresql://slugline:x@127.0.0.1:1/none",
    });
    expect([away.code, away.error]).toEqual([
      1,
      expect.stringMatching(/^The database at DATABASE_URL cannot be used: .*ECONNREFUSED/),
    ]);
  });
});

describe("npm run owner with the embedded Postgres", () => {
  let folder: string;

  beforeAll(() => {
    folder = makePostgresFolder("owner");
  });

  afterAll(() => removePostgresFolder(folder));

  const runHere = (...args: string[]) => ownerCommand(args, { DATA_DIR: folder });
  const start = () =>
    startServer("", {
      env: { DATA_DIR: folder, ...ownerEnv },
    });

  async function setPasswordAt(server: TestServer, path: string): Promise<number> {
    return (await new DashboardClient(server).submit(path, { password: "a third long password" }))
      .status;
  }

  it("creates no database where there is none", async () => {
    const { code, error } = await runHere("list");
    expect([code, error]).toEqual([
      1,
      `There is no database in ${folder}. Start Slugline once, or set DATA_DIR or DATABASE_URL.\n`,
    ]);
    expect(existsSync(join(folder, "postgres"))).toBe(false);
  });

  it("works beside the running server, whose address the link has, and leaves it running", async () => {
    const server = await start();
    try {
      const printed = await runHere("reset", owner.email);
      expect(printed.out).toContain(server.url.replace("127.0.0.1", "localhost"));
      expect(await setPasswordAt(server, printedPath(printed))).toBe(303);
    } finally {
      await server.stop();
    }
  });

  it("works while the server is stopped, and leaves nothing running", async () => {
    expect((await runHere("list")).out).toMatch(/^mara@example\.com {2}owner {3}since /);
    const path = printedPath(await runHere("reset", owner.email));
    expect(existsSync(join(folder, "server.json"))).toBe(false);
    expect(existsSync(join(realpathSync(join(folder, "postgres")), "data/postmaster.pid"))).toBe(
      false,
    );
    const server = await start();
    try {
      expect(await setPasswordAt(server, path)).toBe(303);
    } finally {
      await server.stop();
    }
  });

  it("says so when the server's Postgres does not answer", async () => {
    const server = await start();
    try {
      const pid = Number(
        readFileSync(
          join(realpathSync(join(folder, "postgres")), "data/postmaster.pid"),
          "utf8",
        ).split("\n")[0],
      );
      process.kill(pid, "SIGSTOP");
      const { code, error } = await runHere("list").finally(() => process.kill(pid, "SIGCONT"));
      expect([code, error]).toEqual([
        1,
        "Slugline is running, but its Postgres does not answer. Try again in a moment, or read its log.\n",
      ]);
    } finally {
      await server.stop();
    }
  });
});
