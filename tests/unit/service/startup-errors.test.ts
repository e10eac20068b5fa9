import { spawnSync } from "node:child_process";
import { chownSync, statSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { EnvError, env } from "@/lib/config/env";
import { EmbeddedPostgresError } from "@/lib/database/embedded-postgres";
import { InstanceRunningError } from "@/lib/database/instance-lock";
import { MigrationError } from "@/lib/database/migrate";
import { ListenError, startupMessage } from "@/lib/service/startup-errors";
import { useConfig } from "../support/config";
import { temporaryFolder } from "../support/temporary-folder";

const failure = (message: string, facts: object) => Object.assign(new Error(message), facts);

beforeEach(() =>
  useConfig({ DATABASE_URL: "postgresql://me:secret@db.example/links", DATA_DIR: "/srv/slugline" }),
);

describe("ListenError", () => {
  /** What happens when a server listens there. */
  async function listenAt(host: string | undefined, port = 0): Promise<string> {
    const server = createServer();
    try {
      return await new Promise((resolve) => {
        server.once("error", (error) =>
          resolve(startupMessage(new ListenError(error, { HOST: host, PORT: port }))),
        );
        server.listen({ host, port }, () => resolve("listens"));
      });
    } finally {
      server.close();
    }
  }

  it.each([
    [
      "no address",
      "999.1.1.1",
      /^HOST is 999\.1\.1\.1, which is no address and no known host name/,
    ],
    ["an address with a port", "127.0.0.1:3000", /^HOST is 127\.0\.0\.1:3000, which is no address/],
    [
      "an address of another machine",
      "203.0.113.9",
      /^HOST is 203\.0\.113\.9, where this machine cannot listen \(EADDRNOTAVAIL\)/,
    ],
  ])("names HOST when it is %s, and an address that works", async (_, host, message) => {
    const said = await listenAt(host);
    expect(said).toMatch(message);
    expect(said).not.toContain("database");
    expect(await listenAt(/HOST=([\d.]+)/.exec(said)?.[1])).toBe("listens");
  });

  it("names a port that is taken or closed to this user, and another one", async () => {
    const blocker = createServer().listen(0);
    const { port } = blocker.address() as AddressInfo;
    expect(await listenAt(undefined, port)).toBe(
      `Port ${port} is taken by another program: choose another one, for instance PORT=${port + 1} npm start.`,
    );
    blocker.close();
    const last = new ListenError(failure("it broke", { code: "EADDRINUSE" }), { PORT: 65_535 });
    expect(last.message).toContain("PORT=65534 npm start");
    expect(new ListenError(failure("it broke", { code: "EACCES" }), { PORT: 80 }).message).toMatch(
      /^Port 80 may not be opened/,
    );
    expect(new ListenError(failure("it broke", { code: "EMFILE" }), { PORT: 80 }).message).toMatch(
      /^Slugline cannot listen on port 80 \(EMFILE\)/,
    );
  });
});

describe("startupMessage", () => {
  it.each([EnvError, InstanceRunningError, MigrationError, EmbeddedPostgresError])(
    "shows only the message of an expected error: %o",
    (Kind) => {
      expect(startupMessage(new Kind("What to do."))).toBe("What to do.");
    },
  );

  it.each([
    [
      "a folder without permission",
      { code: "EACCES", path: "/srv/x" },
      /^\/srv\/x cannot be written \(EACCES\).*DATA_DIR/,
    ],
    [
      "a read-only disk",
      { code: "EROFS", path: "/srv/x" },
      /^\/srv\/x cannot be written \(EROFS\)/,
    ],
    [
      "a full disk",
      { code: "ENOSPC", path: "/srv/x" },
      /^\/srv\/x cannot be written \(ENOSPC\): free space there/,
    ],
    [
      "a data folder that is a file",
      { code: "EEXIST", path: "/srv/slugline" },
      /^\/srv\/slugline cannot be written \(EEXIST\).*DATA_DIR/,
    ],
    [
      "a folder above the data folder",
      { code: "ENAMETOOLONG", path: "/srv" },
      /^\/srv cannot be written \(ENAMETOOLONG\).*DATA_DIR/,
    ],
    [
      "a file in the data folder",
      { code: "ELOOP", path: "/srv/slugline/api-token" },
      /^\/srv\/slugline\/api-token cannot be written \(ELOOP\)/,
    ],
    [
      "no server",
      { code: "ECONNREFUSED", syscall: "connect" },
      /^The database at DATABASE_URL cannot be used: it broke.*db\.example:5432/,
    ],
    [
      "no such host",
      { code: "ENOTFOUND", syscall: "getaddrinfo" },
      /^The database at DATABASE_URL.*Correct the host name/,
    ],
  ])("says what to do about %s, without a stack trace", (_, facts, message) => {
    const said = startupMessage(failure("it broke", facts));
    expect(said).toMatch(message);
    expect(said).not.toMatch(/\n\s+at /);
  });

  it("lists every reason if all addresses of the database refuse", () => {
    const refused = (address: string) =>
      failure(`connect ECONNREFUSED ${address}`, { code: "ECONNREFUSED", syscall: "connect" });
    const error = Object.assign(
      new AggregateError([refused("::1:5432"), refused("127.0.0.1:5432")]),
      { code: "ECONNREFUSED" },
    );
    expect(startupMessage(error)).toContain(
      "connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432",
    );
  });

  it("never ends with an empty reason", () => {
    expect(startupMessage(failure("", { code: "ECONNREFUSED", syscall: "connect" }))).toMatch(
      /cannot be used: ECONNREFUSED\. Is Postgres running/,
    );
    expect(startupMessage(new Error("timeout expired"))).toMatch(
      /^The database at DATABASE_URL cannot be used: timeout expired/,
    );
    expect(startupMessage("a bare string")).toBe("a bare string");
  });

  it("blames the embedded Postgres when there is no DATABASE_URL", () => {
    useConfig({});
    expect(startupMessage(new Error("timeout expired"))).toBe(
      "The embedded Postgres cannot be used: timeout expired",
    );
  });

  it.runIf(process.getuid?.() === 0)(
    "names the owner of a data folder of another user, and the command that gives it to this one",
    () => {
      const folder = temporaryFolder();
      useConfig({ DATA_DIR: join(folder, "it's mine") });
      chownSync(folder, 12_345, 12_345);
      const said = startupMessage(failure("it broke", { code: "EACCES", path: env().DATA_DIR }));
      expect(said).toContain("it belongs to the user 12345, and Slugline runs as 0");
      expect(
        spawnSync("sh", ["-c", /run as root: (.+)$/.exec(said)?.[1] ?? "no command"], {
          encoding: "utf8",
        }),
      ).toMatchObject({
        status: 0,
        stderr: "",
      });
      expect(statSync(env().DATA_DIR).uid).toBe(0);
    },
  );

  it("shows a stack trace only for unexpected errors", () => {
    const error = new TypeError("x is not a function");
    expect(startupMessage(error)).toBe(error.stack);
    expect(startupMessage(failure("gone", { code: "ENOENT", path: "/x" }))).toMatch(/\n\s+at /);
  });
});
