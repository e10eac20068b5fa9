import { expect, it } from "vitest";
import type { DashboardActions } from "@/components/layout/dashboard-actions";
import { undoChanges } from "@/components/links/bulk/undo-changes";
import { failureMessage } from "@/components/links/portions/bulk-message";
import type { ActionResult, FailureCode } from "@/lib/core/action-result";
import type { Link } from "@/lib/links/link";
import type { SelectionOutcome } from "@/lib/links/outcome";
import { allLanguages } from "@/lib/texts/languages";
import { textsIn } from "@/lib/texts/translate";

const t = textsIn("en", "bulk");

const failed = (code: FailureCode, ...slugs: string[]) => slugs.map((slug) => ({ slug, code }));

it.each([
  [2, [], null],
  [2, failed("not_found", "c"), "Changed 2 of 3 links. Not changed: /c (no longer exists)"],
  [0, failed("unavailable", "a", "b"), "Not changed: /a, /b (database unavailable)"],
  [
    1,
    [...failed("not_found", "b"), ...failed("internal_error", "c", "d", "e", "f", "g")],
    "Changed 1 of 7 links. Not changed: /b (no longer exists), /c, /d, /e and 2 more (server error)",
  ],
  [
    1,
    [
      { slug: "b", code: "validation_failed" as const, path: "tags" },
      { slug: "c", code: "validation_failed" as const, path: "url" },
      { slug: "d", code: "validation_failed" as const },
    ],
    "Changed 1 of 4 links. Not changed: /b (too many tags), /c, /d (not valid)",
  ],
  [
    1,
    [{ slug: "b", code: "validation_failed" as const, path: "startsAt" }],
    "Changed 1 of 2 links. Not changed: /b (would end before it starts)",
  ],
  [
    0,
    failed("no_answer", "a"),
    "The server did not respond about /a. Reload the page to see what changed",
  ],
  [
    0,
    failed("outcome_unknown", "a"),
    "The server did not respond about /a. Reload the page to see what changed",
  ],
  [
    1,
    [...failed("not_found", "b"), ...failed("no_answer", "c")],
    "Changed 1 of 3 links. Not changed: /b (no longer exists). The server did not respond about /c. Reload the page to see what changed",
  ],
])("%d done and %j failed: %j", (done, failures, message) => {
  const outcome = { done: Array(done).fill("done"), failed: failures };
  expect(failureMessage("change", outcome, t)).toBe(message);
});

const link = (slug: string, enabled: boolean): Link => ({
  id: 1,
  slug,
  url: "https://example.com/",
  shortUrl: `https://go.example.com/${slug}`,
  title: null,
  enabled,
  clickCount: 0,
  lastClickedAt: null,
  botHitCount: 0,
  ogFetchFailCount: 0,
  expiresAt: null,
  createdAt: "2026-11-19T14:20:00.000Z",
  updatedAt: "2026-11-19T14:20:00.000Z",
});

/**
 * Undoes `enabled: false` on links that were enabled, enabled and disabled; `answer` is the
 * server's.
 */
function undo(
  answer: (slugs: string[]) => Promise<ActionResult<SelectionOutcome<Link>>>,
  links = [link("a", true), link("b", true), link("c", false)],
) {
  const asked: unknown[] = [];
  const updateLinks: DashboardActions["updateLinks"] = (slugs, changes) => {
    asked.push([slugs, changes]);
    return answer(slugs);
  };
  return undoChanges({ updateLinks } as DashboardActions, links, { enabled: false }, t).then(
    (said) => ({ ...said, asked }),
  );
}
const outcome = (done: string[], missing: string[] = []): ActionResult<SelectionOutcome<Link>> => ({
  ok: true,
  value: {
    done: done.map((slug) => link(slug, true)),
    failed: missing.map((slug) => ({ slug, code: "not_found" })),
  },
});

it("undo restores each link's value, with one request per distinct value", async () => {
  expect(await undo(async (slugs) => outcome(slugs))).toEqual({
    message: "Undone for 3 links",
    failed: [],
    asked: [
      [["a", "b"], { enabled: true }],
      [["c"], { enabled: false }],
    ],
  });
  expect(await undo(async (slugs) => outcome(slugs), [link("a", true)])).toMatchObject({
    message: "Undone",
    failed: [],
  });
});

it("undo reports what it could not undo", async () => {
  expect(await undo(async ([first = "", ...rest]) => outcome(rest, [first]))).toMatchObject({
    message: "Undone for 1 of 3 links. Not undone: /a, /c (no longer exists)",
    failed: ["a", "c"].map((slug) => ({ slug, code: "not_found" })),
  });
  const refusal: ActionResult<never> = {
    ok: false,
    code: "unavailable",
    message: "The database cannot be reached.",
    problems: [],
  };
  expect(await undo(async () => refusal, [link("a", true)])).toMatchObject({
    message: "Not undone: /a (database unavailable)",
    failed: [{ slug: "a", code: "unavailable" }],
  });
  expect(await undo(() => Promise.reject(new TypeError("Failed to fetch")))).toMatchObject({
    message: "The server did not respond about /a, /b, /c. Reload the page to see what changed",
    failed: ["a", "b", "c"].map((slug) => ({ slug, code: "no_answer" })),
  });
});

it.each(allLanguages.filter((language) => language !== "en"))(
  "nothing of it is English in %s",
  (language) => {
    const said = textsIn(language, "bulk");
    const failures = [
      ...failed("not_found", "a", "b", "c", "d"),
      ...failed("unavailable", "e"),
      ...failed("no_answer", "f"),
      ...["startsAt", "tags", "channels", "url"].map((path) => ({
        slug: path,
        code: "validation_failed" as const,
        path,
      })),
    ];
    for (const action of ["change", "delete", "undo"] as const)
      for (const done of [[], ["x"]]) {
        const message = failureMessage(action, { done, failed: failures }, said);
        expect(message).toMatch(/\/a.*\/b.*\/c.*\/e.*\/f/);
        expect(message).not.toMatch(
          /changed|deleted|undo|no longer|unavailable|answer| more|valid\b|too many|would end/i,
        );
      }
  },
);
