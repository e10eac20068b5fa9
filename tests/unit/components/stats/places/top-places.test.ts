import { describe, expect, it } from "vitest";
import { comparison } from "@/components/stats/places/top-places";

const place = (source: string, clicks: number, links: number) => ({ source, medium: "None", clicks, links });

describe("comparison", () => {
  it("compares the most clicks per link with the most clicked other place", () => {
    const [x, newsletter, rare] = [place("x", 300, 10), place("newsletter", 180, 2), place("rare", 19, 1)];
    expect(comparison([x, newsletter, rare])).toEqual({ place: newsletter, other: x, times: 3 });
  });

  it("says nothing about few clicks or a small difference", () => {
    expect(comparison([])).toBeNull();
    expect(comparison([place("x", 100, 1)])).toBeNull();
    expect(comparison([place("x", 100, 10), place("newsletter", 19, 1)])).toBeNull();
    expect(comparison([place("x", 100, 10), place("newsletter", 28, 2)])).toBeNull();
  });
});
