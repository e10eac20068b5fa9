import { expect, it } from "vitest";
import { progressText } from "@/components/links/jobs/progress-text";
import { textsIn } from "@/lib/texts/translate";

it.each([
  [0, 0, "0 of 1,000 (0%)"],
  [250, 1_200, "250 of 1,000 (25%) · about 4 seconds left"],
  [10, 2_000, "10 of 1,000 (1%) · about 4 minutes left"],
  [1_000, 4_000, "1,000 of 1,000 (100%)"],
])("%d rows after %d ms: %s", (done, tookMs, said) => {
  expect(progressText({ done, total: 1_000, tookMs }, textsIn("en", "jobs"), "en")).toBe(said);
});
