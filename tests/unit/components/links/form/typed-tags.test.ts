import { expect, it } from "vitest";
import { allTags, chooseTyped, tagsProblem } from "@/components/links/form/typed-tags";
import { textsIn } from "@/lib/texts/translate";

const t = textsIn("en", "form.tags");

const ten = Array.from({ length: 10 }, (_, index) => `tag ${index}`);

it("what is being typed counts", () => {
  expect(allTags(["Spring"], " spring, print  it,")).toEqual(["Spring", "print it"]);
});

it("names that are invalid or too many stay in the field, all of them", () => {
  expect(chooseTyped(["a"], "b, c|d, e, f|g")).toEqual({
    tags: ["a", "b", "e"],
    typed: "c|d, f|g",
  });
  expect(chooseTyped(ten.slice(0, 9), "tag 9, x, y")).toEqual({ tags: ten, typed: "x, y" });
  expect(chooseTyped(ten, "TAG 3")).toEqual({ tags: ten, typed: "" });
});

it("says what is wrong with them", () => {
  expect(tagsProblem(ten, t)).toBeUndefined();
  expect(tagsProblem([...ten, "x"], t)).toBe("At most 10 tags");
  expect(tagsProblem(["a", "b|c"], t)).toBe("A tag must not contain commas or vertical bars");
});
