import { expect, it } from "vitest";
import { inPortions } from "@/components/links/portions/in-portions";
import type { ActionResult } from "@/lib/core/action-result";
import type { ErrorCode } from "@/lib/core/errors";
import type { SelectionOutcome } from "@/lib/links/outcome";

/** More than one request takes. */
const slugs = Array.from({ length: 350 }, (_, index) => `s${index}`);
/** In the middle of the second portion or a later one. */
const middle = "s175";
const others = (...excluded: string[]) => slugs.filter((slug) => !excluded.includes(slug));

/** A server that changes links, one request at a time. */
class Server {
  readonly changed: string[] = [];
  private isBusy = false;

  constructor(
    private readonly problemOf: (slug: string) => ErrorCode | undefined = () => undefined,
  ) {}

  readonly send = async (portion: string[]): Promise<ActionResult<SelectionOutcome<string>>> => {
    expect(this.isBusy).toBe(false);
    this.isBusy = true;
    await Promise.resolve();
    this.isBusy = false;
    const failed = portion.flatMap((slug) => {
      const code = this.problemOf(slug);
      return code ? [{ slug, code }] : [];
    });
    const done = portion.filter((slug) => !failed.some((each) => each.slug === slug));
    this.changed.push(...done);
    return { ok: true, value: { done, failed } };
  };
}

it("changes all links, and says meanwhile how many were sent", async () => {
  const server = new Server();
  const progress: number[] = [];
  expect(
    await inPortions(slugs, server.send, { onProgress: (sent) => progress.push(sent) }),
  ).toEqual({
    done: slugs,
    failed: [],
  });
  expect(server.changed).toEqual(slugs);
  expect(progress.length).toBeGreaterThan(1);
  expect([progress.toSorted((a, b) => a - b), progress.at(-1)]).toEqual([progress, slugs.length]);
});

it.each(["not_found", "validation_failed"] as const)(
  "goes on after a failure of one link: %s",
  async (code) => {
    const server = new Server((slug) => (slug === "s0" || slug === middle ? code : undefined));
    expect(await inPortions(slugs, server.send)).toEqual({
      done: others("s0", middle),
      failed: [
        { slug: "s0", code },
        { slug: middle, code },
      ],
    });
  },
);

it("sends nothing more once the server fails, and counts the portion and the rest as failed", async () => {
  const server = new Server();
  const send = async (portion: string[]): Promise<ActionResult<SelectionOutcome<string>>> =>
    portion.includes(middle)
      ? { ok: false, code: "unavailable", message: "Try again.", problems: [] }
      : server.send(portion);
  const { done, failed, refusal } = await inPortions(slugs, send);
  expect(done).toEqual(server.changed);
  expect(done.length).toBeGreaterThan(0);
  expect(failed).toEqual(others(...done).map((slug) => ({ slug, code: "unavailable" })));
  expect(refusal).toBeUndefined();
});

it("sends nothing more after a request without an answer, and counts its links and the rest as failed", async () => {
  const server = new Server();
  const send = (portion: string[]) =>
    portion.includes(middle)
      ? Promise.reject(new TypeError("Failed to fetch"))
      : server.send(portion);
  const { done, failed, refusal } = await inPortions(slugs, send);
  expect(done).toEqual(server.changed);
  expect(done.length).toBeGreaterThan(0);
  expect(failed).toEqual(others(...done).map((slug) => ({ slug, code: "no_answer" })));
  expect(refusal).toBeUndefined();
});

it("passes on why nothing was even tried", async () => {
  const refused: ActionResult<never> = {
    ok: false,
    code: "forbidden",
    message: "Open it at another address.",
    problems: [],
  };
  expect(await inPortions(slugs, async () => refused)).toEqual({
    done: [],
    failed: slugs.map((slug) => ({ slug, code: "forbidden" })),
    refusal: "Open it at another address.",
  });
});
