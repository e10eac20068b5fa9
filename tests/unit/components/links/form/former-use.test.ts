import { afterEach, expect, it, vi } from "vitest";
import { formerUse } from "@/components/links/form/former-use";
import { textsIn } from "@/lib/texts/translate";

const t = textsIn("en", "form.quick");
const viewer = (timeZone: string) => ({ timeZone, locale: "en" });

afterEach(() => {
  vi.unstubAllGlobals();
});

const answer = (deletedAt: string | null) =>
  vi.stubGlobal("fetch", async () =>
    Response.json({ verdict: "free", deletedAt, suggestions: [] }),
  );

it("warns of a slug that was in use, by the viewer's date", async () => {
  answer("2025-03-01T23:30:00.000Z");
  expect(await formerUse("a", viewer("Europe/Berlin"), t)).toBe(
    "In use until 2 Mar 2025. Old copies of it now lead here",
  );
});

it("says nothing of others, nor without an answer", async () => {
  answer(null);
  expect(await formerUse("a", viewer("UTC"), t)).toBe("");
  vi.stubGlobal("fetch", async () => new Response(null, { status: 503 }));
  expect(await formerUse("a", viewer("UTC"), t)).toBe("");
});
