import { expect, it } from "vitest";
import { tokenPlace } from "@/lib/owners/token-place";
import { useConfig } from "../support/config";

it("the token is in the terminal, else in a file or a variable", () => {
  useConfig({ DATA_DIR: "/srv/slugline" });
  expect([tokenPlace(true), tokenPlace(false)]).toEqual([
    { kind: "terminal" },
    { kind: "file", path: "/srv/slugline/api-token" },
  ]);
  useConfig({ API_TOKEN: "a-token" });
  expect([tokenPlace(true), tokenPlace(false)]).toEqual([
    { kind: "terminal" },
    { kind: "variable" },
  ]);
});
