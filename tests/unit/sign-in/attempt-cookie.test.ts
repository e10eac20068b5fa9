import { expect, it, vi } from "vitest";
import type { CookieJar } from "@/lib/owners/cookies";
import { firstPage } from "@/lib/owners/return-path";
import { keepAttempt, takeAttempt } from "@/lib/sign-in/oidc/attempt-cookie";
import { useService } from "../support/service";

vi.mock("@/lib/owners/session-secret", () => ({ sessionSecret: async () => "the key" }));
useService();

const cookies = new Map<string, string>();
const jar: CookieJar = {
  getAll: () => [...cookies].map(([name, value]) => ({ name, value })),
  set: (name, value, { maxAge }) =>
    maxAge === 0 ? cookies.delete(name) : cookies.set(name, value),
};
/** As the library makes them. */
const attempt = (number: number, next: string) => ({
  state: `${number}`.padEnd(43, "s"),
  nonce: "n".repeat(43),
  verifier: "v".repeat(43),
  next,
});

it("leaves room for other headers, however long the pages are that sign-ins lead to", async () => {
  const long = `/dashboard/links?q=${"a".repeat(900)}`;
  for (let number = 0; number < 10; number++)
    await keepAttempt(attempt(number, long), jar, new Date(number));
  const head = jar.getAll().map(({ name, value }) => `${name}=${value}`);
  expect(head).toHaveLength(6);
  // The head of a request has 16 KB.
  expect(head.join("; ").length).toBeLessThan(12_000);
  expect(await takeAttempt(jar, attempt(9, long).state, new Date(10))).toMatchObject({
    next: long,
  });
});

it("does not return to a page whose address is longer", async () => {
  await keepAttempt(attempt(0, `/dashboard/links?q=${"a".repeat(3_000)}`), jar, new Date());
  const taken = await takeAttempt(jar, attempt(0, "").state, new Date());
  expect(taken).toMatchObject({ next: firstPage });
});
