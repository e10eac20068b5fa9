import { expect, it } from "vitest";
import { isSlug } from "@/lib/core/slug";
import { generateSlug } from "@/lib/links/generate-slug";

it("is a valid slug of 7 characters without look-alikes", () => {
  for (let count = 0; count < 500; count++) {
    const slug = generateSlug();
    expect(slug).toMatch(/^[A-Za-z0-9]{7}$/);
    expect(slug).not.toMatch(/[0Oo1lIi]/);
    expect(isSlug(slug)).toBe(true);
  }
});

it("draws each character from all, which are distinct and have no look-alikes", () => {
  const sizes: number[] = [];
  generateSlug((size) => {
    sizes.push(size);
    return 0;
  });
  const [size = 0] = sizes;
  expect(sizes).toEqual(Array(7).fill(size));
  const characters = Array.from({ length: size }, (_, drawn) => generateSlug(() => drawn)[0]);
  expect(new Set(characters).size).toBe(size);
  expect(characters.join("")).toMatch(/^[A-Za-z0-9]{50,}$/);
  expect(characters.join("")).not.toMatch(/[0Oo1lIi]/);
});

it("keeps the order of what was drawn", () => {
  const [first, second] = [0, 1].map((drawn) => generateSlug(() => drawn)[0]);
  const draws = [0, 1, 1, 0, 0, 0, 1];
  expect(generateSlug(() => draws.shift() ?? 0)).toBe(
    `${first}${second}${second}${first}${first}${first}${second}`,
  );
});

it("does not repeat itself", () => {
  expect(new Set(Array.from({ length: 1_000 }, () => generateSlug())).size).toBe(1_000);
});
