import { expect, it } from "vitest";
import { buttonStyle } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

it.each([
  ["h-9 px-3.5", "h-8 px-2", "h-8 px-2"],
  ["size-9", "h-11 w-10", "size-9 h-11 w-10"],
  ["h-9 w-9", "size-7", "size-7"],
  ["px-3 py-2", "p-0", "p-0"],
  ["text-small text-secondary", "text-danger", "text-small text-danger"],
  ["text-small text-secondary", "text-lead", "text-secondary text-lead"],
  ["text-start text-label", "text-end", "text-label text-end"],
  ["border border-hairline", "border-0", "border-hairline border-0"],
  ["border border-hairline", "border-accent", "border border-accent"],
  ["border-hairline border-b", "border-t-0", "border-hairline border-b border-t-0"],
  ["border-control border-dashed", "border-b-2", "border-control border-dashed border-b-2"],
  ["text-secondary", "text-pretty", "text-secondary text-pretty"],
  ["font-mono font-medium", "font-normal", "font-mono font-normal"],
  ["max-sm:h-9 h-7", "max-sm:h-11", "h-7 max-sm:h-11"],
  ["inline-flex hover:bg-hover", "hidden hover:bg-current", "hidden hover:bg-current"],
  ["rounded-control h-(--size-control)", "rounded-none h-full", "rounded-none h-full"],
  ["before:absolute flex", "relative", "before:absolute flex relative"],
])("%j and %j are %j", (first, second, both) => {
  expect(cn(first, second)).toBe(both);
});

it("given classes override the button's own", () => {
  const classes = cn(
    buttonStyle({ variant: "plain", size: "normal" }),
    "h-full rounded-none border-0 bg-transparent p-0",
  ).split(" ");
  expect(classes).not.toContain("h-(--size-control)");
  expect(classes).not.toContain("bg-surface");
  expect(classes).not.toContain("px-3.5");
  expect(classes).toContain("h-full");
});
