import { expect, it, vi } from "vitest";
import { challengedAt, newChallenge } from "@/lib/sign-in/second-factor/passkey-challenge";

vi.mock("@/lib/owners/session-secret", () => ({ sessionSecret: async () => "a secret" }));

const now = new Date("2026-11-26T12:00:00.123Z");
const mara = { id: "mara", email: "", name: "Mara", deviceEpoch: 1, passwordHash: "salt:hash" };
const purpose = { what: "second-step", owner: mara } as const;
const made = async () => Buffer.from(await newChallenge(purpose, now)).toString("base64url");
const later = (ms: number) => new Date(now.getTime() + ms);

it("says when it was made, for five minutes", async () => {
  const challenge = await made();
  expect(await challengedAt(challenge, purpose, now)).toEqual(now);
  expect(await challengedAt(challenge, purpose, later(300_000))).toEqual(now);
  expect(await challengedAt(challenge, purpose, later(300_001))).toBeNull();
});

it("is for one purpose, one owner, and what the owner signs in with", async () => {
  const challenge = await made();
  for (const other of [
    { what: "sign-in", owner: mara },
    { what: "set-up", owner: mara },
    { what: "second-step", owner: { ...mara, id: "noor" } },
    { what: "second-step", owner: { ...mara, passwordHash: "salt:other" } },
    { what: "second-step", owner: { ...mara, deviceEpoch: 2 } },
    { what: "second-step", owner: null },
  ] as const) {
    expect(await challengedAt(challenge, other, now)).toBeNull();
  }
});

it("is refused if any character differs, and never made twice", async () => {
  const challenge = await made();
  expect(await made()).not.toBe(challenge);
  for (const at of [0, 20, 25, 30, 60]) {
    const other = challenge[at] === "A" ? "B" : "A";
    const forged = challenge.slice(0, at) + other + challenge.slice(at + 1);
    expect(await challengedAt(forged, purpose, now), String(at)).toBeNull();
  }
  for (const text of ["", "A", challenge.slice(0, -1), `${challenge}A`]) {
    expect(await challengedAt(text, purpose, now)).toBeNull();
  }
});
