import { describe, expect, it } from "vitest";
import { EnvError } from "@/lib/config/env";
import { EmbeddedPostgresError } from "@/lib/database/embedded-postgres";
import { InstanceRunningError } from "@/lib/database/instance-lock";
import { MigrationError } from "@/lib/database/migrate";
import { startupMessage } from "@/lib/service/startup-errors";

const failure = (message: string, facts: object) => Object.assign(new Error(message), facts);

describe("startupMessage", () => {
  it.each([EnvError, InstanceRunningError, MigrationError, EmbeddedPostgresError])("shows only the message of an expected error: %o", (Kind) => {
    expect(startupMessage(new Kind("What to do."))).toBe("What to do.");
  });

  it.each([
    ["a port that is taken", { code: "EADDRINUSE", port: 3000 }, /^Port 3000 is taken.*PORT=3001 npm start/],
    ["a port below 1024", { code: "EACCES", port: 80, syscall: "listen" }, /^Port 80 may not be opened/],
    ["a folder without permission", { code: "EACCES", path: "/srv/x" }, /^\/srv\/x cannot be written \(EACCES\).*DATA_DIR/],
    ["a read-only disk", { code: "EROFS", path: "/srv/x" }, /^\/srv\/x cannot be written \(EROFS\)/],
    ["a full disk", { code: "ENOSPC", path: "/srv/x" }, /^\/srv\/x cannot be written \(ENOSPC\)/],
    ["no server", { code: "ECONNREFUSED" }, /^The database at DATABASE_URL cannot be used: it broke/],
    ["no such host", { code: "ENOTFOUND" }, /^The database at DATABASE_URL/],
    ["a wrong password", { code: "28P01" }, /^The database at DATABASE_URL/],
    ["no such database", { code: "3D000" }, /^The database at DATABASE_URL/],
  ])("says what to do about %s, without a stack trace", (_, facts, message) => {
    const said = startupMessage(failure("it broke", facts));
    expect(said).toMatch(message);
    expect(said).not.toMatch(/\n\s+at /);
  });

  it("lists every reason if all addresses of the database refuse", () => {
    const refused = (address: string) => failure(`connect ECONNREFUSED ${address}`, { code: "ECONNREFUSED" });
    const error = Object.assign(new AggregateError([refused("::1:5432"), refused("127.0.0.1:5432")]), { code: "ECONNREFUSED" });
    expect(startupMessage(error)).toContain("connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432");
  });

  it("never ends with an empty reason", () => {
    expect(startupMessage(failure("", { code: "ECONNREFUSED" }))).toMatch(/ECONNREFUSED$/);
    expect(startupMessage(new Error("timeout expired"))).toMatch(/^The database at DATABASE_URL cannot be used: timeout expired/);
    expect(startupMessage("a bare string")).toBe("a bare string");
  });

  it("shows a stack trace only for unexpected errors", () => {
    const error = new TypeError("x is not a function");
    expect(startupMessage(error)).toBe(error.stack);
    expect(startupMessage(failure("gone", { code: "ENOENT", path: "/x" }))).toMatch(/\n\s+at /);
  });
});
