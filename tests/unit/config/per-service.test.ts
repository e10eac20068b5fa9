import { describe, expect, it, vi } from "vitest";
import { PerService } from "@/lib/config/per-service";

describe("PerService", () => {
  it("creates its value once, on first use", () => {
    const make = vi.fn(() => ({}));
    const value = new PerService("once", make);
    expect(make).not.toHaveBeenCalled();
    expect(value.peek()).toBeUndefined();
    expect(value.get()).toBe(value.get());
    expect(value.peek()).toBe(value.get());
    expect(make).toHaveBeenCalledTimes(1);
  });

  it("creates a new value after `take`", () => {
    const make = vi.fn(() => ({}));
    const value = new PerService("taken", make);
    expect(value.take()).toBeUndefined();
    const made = value.get();
    expect(value.take()).toBe(made);
    expect(value.peek()).toBeUndefined();
    expect(value.get()).not.toBe(made);
  });

  it("creates even undefined only once", () => {
    const make = vi.fn(() => undefined);
    const value = new PerService("undefined", make);
    value.get();
    value.get();
    expect(make).toHaveBeenCalledTimes(1);
  });

  it("retries after a failed creation", () => {
    const make = vi
      .fn(() => "made")
      .mockImplementationOnce(() => {
        throw new Error("not yet");
      });
    const value = new PerService("again", make);
    expect(() => value.get()).toThrow("not yet");
    expect(value.get()).toBe("made");
  });

  it("can be set before and after creation", () => {
    const value = new PerService("set", () => "made");
    value.set("given");
    expect(value.get()).toBe("given");
    value.set("other");
    expect(value.get()).toBe("other");
  });

  it("keeps names separate", () => {
    expect([new PerService("a", () => 1).get(), new PerService("b", () => 2).get()]).toEqual([1, 2]);
  });

  it("is one value in two copies of the module", async () => {
    new PerService("shared", () => "first copy").get();
    vi.resetModules();
    const copy = await import("@/lib/config/per-service");
    expect(copy.PerService).not.toBe(PerService);
    expect(new copy.PerService("shared", () => "second copy").get()).toBe("first copy");
  });
});
