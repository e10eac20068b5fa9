import { once } from "node:events";
import { connect, createServer } from "node:net";
import { DriverAdapterError } from "@prisma/driver-adapter-utils";
import { describe, expect, it } from "vitest";
import {
  databaseProblem,
  isBeyondStatement,
  isDatabaseUnavailable,
  isDataFault,
  isUniqueViolation,
} from "@/lib/database/database-errors";
import { Prisma } from "@/lib/database/generated/client";

const known = (code: string) =>
  new Prisma.PrismaClientKnownRequestError("x", { code, clientVersion: "7" });

/** A port of the loopback addresses that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await once(server.close(), "close");
  return address !== null && typeof address === "object" ? address.port : 0;
}

describe("database errors", () => {
  it("are recognised by Prisma's codes", () => {
    const tell = (error: unknown) => [isUniqueViolation(error), isDatabaseUnavailable(error)];
    expect(tell(known("P2002"))).toEqual([true, false]);
    expect(tell(known("P2025"))).toEqual([false, false]);
    expect(tell(known("P1001"))).toEqual([false, true]);
    expect(tell(known("P2024"))).toEqual([false, true]);
    expect(tell(known("P2034"))).toEqual([false, true]);
    expect(tell(new Prisma.PrismaClientInitializationError("x", "7"))).toEqual([false, true]);
    expect(tell(known("P2003"))).toEqual([false, false]);
    expect(tell(Object.assign(new Error("x"), { code: "P2002" }))).toEqual([false, false]);
  });

  it("are recognised as the driver adapter reports them", () => {
    const tell = (error: unknown) => [
      isUniqueViolation(error),
      isDataFault(error),
      isDatabaseUnavailable(error),
    ];
    const reported = (originalCode: string, message = "x") =>
      new DriverAdapterError({
        kind: "postgres",
        code: originalCode,
        originalCode,
        severity: "ERROR",
        message,
        detail: "",
        column: "",
        hint: "",
      });
    expect(tell(reported("23505"))).toEqual([true, true, false]);
    expect(tell(reported("22021"))).toEqual([false, true, false]);
    expect(tell(reported("57P01"))).toEqual([false, false, true]);
    expect(tell(new DriverAdapterError({ kind: "ConnectionClosed" }))).toEqual([
      false,
      false,
      true,
    ]);
    expect(tell(reported("42P01"))).toEqual([false, false, false]);
    // Transactions that may succeed later, and a lost server of clicks.
    for (const error of [reported("40001"), reported("40P01"), known("P2034")]) {
      expect(tell(error)).toEqual([false, false, true]);
      // The database answered.
      expect([databaseProblem(error), isBeyondStatement(error)]).toEqual(["too slow", false]);
    }
    expect(
      tell(reported("XX000", "failure on connection marked as essential: 127.0.0.1:5432")),
    ).toEqual([false, false, true]);
    expect(
      tell(
        reported("XX000", "server closed the connection unexpectedly\n\tThis probably means ..."),
      ),
    ).toEqual([false, false, true]);
    expect(tell(reported("XX000", "cache lookup failed for relation 1"))).toEqual([
      false,
      false,
      false,
    ]);
    expect(
      tell(
        reported(
          "XX000",
          'duplicate key value violates unique constraint "Click_2026_05_pkey_102008"',
        ),
      ),
    ).toEqual([true, false, false]);
  });

  it.each([
    new TypeError("Cannot read properties of undefined (reading 'timeout')"),
    new Error("The file was closed."),
    new Error("The queue terminated"),
    // Almost what pg says, and pg's own words in an error that is none of its own.
    new Error("Query read timeout of the cache"),
    new RangeError("Connection terminated"),
    Object.assign(new Error("write ENOSPC"), { code: "ENOSPC", syscall: "write" }),
    Object.assign(new Error("Query read timeout"), { code: "ERR_ASSERTION" }),
    new AggregateError([new Error("Query read timeout"), new Error("x")]),
    new AggregateError([]),
    "timeout",
    null,
  ])("%s does not mean that the database is unavailable", (error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });

  it.each([
    Object.assign(new Error("self-signed certificate"), { code: "SELF_SIGNED_CERT_IN_CHAIN" }),
    Object.assign(new Error("expired"), { code: "CERT_HAS_EXPIRED" }),
    Object.assign(new Error("altnames"), { code: "ERR_TLS_CERT_ALTNAME_INVALID" }),
    new Error("The server does not support SSL connections"),
  ])("a server whose certificate is refused is unavailable: %s", (error) => {
    expect(databaseProblem(error)).toBe("unavailable");
  });

  it("a host with several addresses that all fail is unavailable", async () => {
    const port = await freePort();
    const socket = connect({
      host: "database.example",
      port,
      autoSelectFamily: true,
      lookup: (_host, _options, callback) =>
        callback(null, [
          { address: "127.0.0.1", family: 4 },
          { address: "127.0.0.2", family: 4 },
        ]),
    });
    const [error] = await once(socket, "error").catch((thrown: unknown) => [thrown]);
    expect(error).toBeInstanceOf(AggregateError);
    expect(isDatabaseUnavailable(error)).toBe(true);
  });
});
