import { expect, it } from "vitest";
import { noSharing, placesOf } from "@/components/links/form/sharing";

const place = (source: string, medium = "", campaign = "") => ({ source, medium, campaign });

it("a place that is still being typed counts; all places have its campaign, and none counts twice", () => {
  expect(placesOf(noSharing)).toEqual([]);
  expect(placesOf({ places: [place("x", "social")], other: place("", "", "spring") })).toEqual([place("x", "social", "spring")]);
  expect(placesOf({ places: [place("x", "social")], other: place(" podcast ") })).toEqual([place("x", "social"), place("podcast")]);
  expect(placesOf({ places: [place("x", "social")], other: place("x ", "social") })).toEqual([place("x", "social")]);
});
