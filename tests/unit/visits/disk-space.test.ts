import { expect, it } from "vitest";
import { diskRemedy } from "@/lib/core/disk-failure";
import { fullDiskBytes, fullDiskError } from "@/lib/visits/journal/disk-space";
import { inEnglish } from "../../support/in-english";

it("a disk without room for an outage is full, though it takes a small file", () => {
  const error = fullDiskError(fullDiskBytes - 1);
  expect([error?.message, inEnglish(diskRemedy(error))]).toEqual([
    "15 MB are free",
    "The disk is full: free space on it",
  ]);
  expect([fullDiskError(fullDiskBytes), fullDiskError(null)]).toEqual([null, null]);
});
