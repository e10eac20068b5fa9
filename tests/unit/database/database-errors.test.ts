import { describe, expect, it } from "vitest";
import { isDatabaseAway, isMissingRow, isUniqueViolation } from "@/lib/database/database-errors";
import { Prisma } from "@/lib/database/generated/client";

const known = (code: string) => new Prisma.PrismaClientKnownRequestError("x", { code, clientVersion: "7" });

describe("database errors", () => {
  it("are told apart by Prisma's codes", () => {
    const tell = (error: unknown) => [isUniqueViolation(error), isMissingRow(error), isDatabaseAway(error)];
    expect(tell(known("P2002"))).toEqual([true, false, false]);
    expect(tell(known("P2025"))).toEqual([false, true, false]);
    expect(tell(known("P1001"))).toEqual([false, false, true]);
    expect(tell(known("P2024"))).toEqual([false, false, true]);
    expect(tell(new Prisma.PrismaClientInitializationError("x", "7"))).toEqual([false, false, true]);
    expect(tell(known("P2003"))).toEqual([false, false, false]);
    expect(tell(Object.assign(new Error("x"), { code: "P2002" }))).toEqual([false, false, false]);
  });
});
