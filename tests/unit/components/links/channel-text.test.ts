import { expect, it } from "vitest";
import { channelText } from "@/components/links/channel-text";
import { noChannel } from "@/lib/links/channel";
import { textsIn } from "@/lib/texts/translate";

it("names presets and the rest in the language of the viewer, and typed tags as they were typed", () => {
  const t = textsIn("de", "links.channels");
  const names = [
    { source: "qr-poster", medium: "print" },
    { source: "linkedin", medium: "social" },
    noChannel,
    { source: "QR poster", medium: "" },
    { source: "No channel", medium: "" },
    { source: "", medium: "Newsletter" },
    { source: "newsletter", medium: "paper" },
  ].map((channel) => channelText(channel, t));
  expect(names.slice(0, 3)).toEqual([t("qrPoster"), "LinkedIn", t("none")]);
  expect(names.slice(3)).toEqual(["QR poster", "No channel", "Newsletter", "newsletter"]);
  expect(t("qrPoster")).not.toBe("QR poster");
});
