import { expect, it } from "vitest";
import { failureMessage } from "@/components/links/jobs/bulk-message";
import type { FailureCode } from "@/lib/core/action-result";
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
  const total = done + failures.length;
  const outcome = { total, tried: total, changed: done, failed: failures };
  expect(failureMessage("change", outcome, t)).toBe(message);
});

it.each([
  [{ total: 9, tried: 4, changed: 4, failed: [] }, "Changed 4 of 9 links"],
  [
    { total: 9, tried: 4, changed: 4, failed: [], refusal: "Sign in again." },
    "Changed 4 of 9 links. Sign in again.",
  ],
  [{ total: 9, tried: 0, changed: 0, failed: [], refusal: "Not allowed." }, "Not allowed."],
])("%j ended early: %s", (outcome, message) => {
  expect(failureMessage("change", outcome, t)).toBe(message);
});

it("counts those that there was nothing to do for neither as done nor as failed", () => {
  const outcome = { total: 250, tried: 250, changed: 1, failed: failed("not_found", "c") };
  expect(failureMessage("change", outcome, t)).toBe(
    "Changed 1 of 2 links. Not changed: /c (no longer exists)",
  );
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
      for (const done of [0, 1]) {
        const total = failures.length + done;
        const outcome = { total, tried: total, changed: done, failed: failures };
        const message = failureMessage(action, outcome, said);
        expect(message).toMatch(/\/a.*\/b.*\/c.*\/e.*\/f/);
        expect(message).not.toMatch(
          /changed|deleted|undo|no longer|unavailable|answer| more|valid\b|too many|would end/i,
        );
      }
  },
);
