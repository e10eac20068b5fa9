import { expect, it } from "vitest";
import { isChannelChosen, withChannel } from "@/lib/stats/query/change-filters";
import { describeChannel, exactChannels, tagsOf } from "@/lib/stats/query/channel-labels";

const channels = exactChannels([
  { source: "None", medium: "None" },
  { source: "None", medium: "None", sent: ["source"] },
  { source: "None", medium: "email" },
  { source: "x", medium: "None" },
  { source: "Other", medium: "Other" },
  { source: "Other", medium: "Other", sent: ["source", "medium"] },
]);

it("a source called None is a channel, and clicks without a source are another", () => {
  expect(channels.map(tagsOf)).toEqual([
    { source: "", medium: "" },
    { source: "None", medium: "" },
    { source: "", medium: "email" },
    { source: "x", medium: "" },
    { source: "Other", medium: "Other" },
    { source: "Other", medium: "Other" },
  ]);
  expect(channels.map((each) => describeChannel(each).kind)).toEqual([
    "plain",
    "tagged",
    "tagged",
    "tagged",
    "other",
    "tagged",
  ]);
});

it("each opens its own report", () => {
  const chosen = channels.map((each) => withChannel({}, each));
  expect(chosen.slice(0, 4)).toEqual([
    { utm_source: { is: [], isNot: [], named: [""] }, utm_medium: { is: ["None"], isNot: [] } },
    { utm_source: { is: [], isNot: [], named: ["None"] }, utm_medium: { is: ["None"], isNot: [] } },
    { utm_source: { is: [], isNot: [], named: [""] }, utm_medium: { is: ["email"], isNot: [] } },
    { utm_source: { is: ["x"], isNot: [] }, utm_medium: { is: ["None"], isNot: [] } },
  ]);
  for (const [index, each] of channels.slice(0, 4).entries())
    for (const [at, filters] of chosen.slice(0, 4).entries())
      expect(isChannelChosen(filters, each), `${index} ${at}`).toBe(index === at);
});

it("is told by its labels alone where they mean one thing", () => {
  expect(exactChannels([{ source: "None", medium: "x" }])).toEqual([
    { source: "None", medium: "x" },
  ]);
});
