import { describe, expect, it } from "vitest";
import { parseDatabaseUrl } from "@/lib/core/database-url";

const at = (host: string, port = 5432) => ({ host, port });

describe("parseDatabaseUrl", () => {
  it.each([
    ["postgresql://localhost", { hosts: [at("localhost")], sslMode: "prefer" }],
    [
      "postgres://a:b@db:6432/c",
      { hosts: [at("db", 6432)], user: "a", password: "b", database: "c" },
    ],
    ["postgresql://a:p%40ss%2Fword%25@db/c", { password: "p@ss/word%" }],
    [
      "postgresql:///c?host=/var/run/postgresql",
      { hosts: [at("/var/run/postgresql")], database: "c" },
    ],
    ["postgresql://a:b@/c?host=/tmp&port=5433", { hosts: [at("/tmp", 5433)], user: "a" }],
    ["postgresql://%2Fvar%2Frun%2Fpostgresql/c", { hosts: [at("/var/run/postgresql")] }],
    ["postgresql://one,two:5433/c", { hosts: [at("one"), at("two", 5433)] }],
    ["postgresql:///c?host=one,two&port=1,2", { hosts: [at("one", 1), at("two", 2)] }],
    ["postgresql://[::1]:5433/c", { hosts: [at("::1", 5433)] }],
    ["postgresql://db/c?sslmode=no-verify", { sslMode: "require" }],
    ["postgresql://db/c?sslmode=require&sslrootcert=ca.crt", { sslMode: "verify-ca" }],
    ["postgresql://db/c?ssl=true", { sslMode: "verify-full" }],
    ["postgresql://db/c?ssl=0", { sslMode: "disable" }],
    ["postgresql://%2Fvar%2Fmy%20folder/c", { hosts: [at("/var/my folder")] }],
    ["postgresql://db/my%2Fc?password=a+b%26c", { database: "my/c", password: "a+b&c" }],
    [
      "postgresql://a@db/b?user=c&dbname=d&options=-c%20x%3D1",
      { user: "c", database: "d", options: "-c x=1", password: undefined },
    ],
    ["postgresql://db/c?schema=own%20links&pgbouncer=true", { schema: "own links" }],
  ])("reads %s", (url, expected) => {
    expect(parseDatabaseUrl(url)).toMatchObject(expected);
  });

  it.each([
    ["mysql://db/c", /^must be an address such as postgresql:/],
    ["postgresql://", /^must be an address such as/],
    ["postgresql://a:p@ss@db/c", /special characters encoded/],
    ["postgresql://a:p@s/s@db/c", /special characters encoded/],
    ["postgresql://a:50%@db/c", /a % that encodes nothing/],
    ["postgresql://a:%ff@db/c", /a % that encodes nothing/],
    ["postgresql://db:port/c", /has a port that is not a number/],
    ["postgresql://one,two/c?port=1,2,3", /one port, or one for each host/],
    ["postgresql://db/c?sslmode=on", /sslmode=on: it must be disable/],
    ["postgresql://db/c?target_session_attrs=standby", /must be read-write/],
  ])("refuses %s with a sentence", (url, expected) => {
    expect(() => parseDatabaseUrl(url)).toThrow(expected);
  });
});
