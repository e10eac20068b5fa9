import { describe, expect, it } from "vitest";
import { comparison } from "@/components/stats/channels/top-channels";

const channel = (source: string, clicks: number, links: number) => ({
  source,
  medium: "None",
  clicks,
  links,
});

describe("comparison", () => {
  it("compares the most clicks per link with the most clicked other channel", () => {
    const [x, newsletter, rare] = [
      channel("x", 300, 10),
      channel("newsletter", 180, 2),
      channel("rare", 19, 1),
    ];
    expect(comparison([x, newsletter, rare])).toEqual({ channel: newsletter, other: x, times: 3 });
  });

  it("says nothing about few clicks or a small difference", () => {
    expect(comparison([])).toBeNull();
    expect(comparison([channel("x", 100, 1)])).toBeNull();
    expect(comparison([channel("x", 100, 10), channel("newsletter", 19, 1)])).toBeNull();
    expect(comparison([channel("x", 100, 10), channel("newsletter", 28, 2)])).toBeNull();
  });
});
