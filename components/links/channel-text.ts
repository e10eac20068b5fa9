import { type Channel, channelName } from "@/lib/links/channel";
import type { TextName, Texts } from "@/lib/texts/translator";

const names: Record<string, TextName<"links.channels">> = {
  Newsletter: "newsletter",
  "QR poster": "qrPoster",
  "No channel": "none",
};

/** The name of a channel in the language of the viewer. Tags that somebody typed stay as they are. */
export function channelText(
  channel: Pick<Channel, "source" | "medium">,
  t: Texts<"links.channels">,
): string {
  const name = channelName({ ...channel, campaign: "" });
  const isTyped = name === (channel.source || channel.medium);
  const known = isTyped ? undefined : names[name];
  return known ? t(known) : name;
}
