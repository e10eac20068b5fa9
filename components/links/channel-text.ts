import { type Channel, presetOf } from "@/lib/links/channel";
import type { Texts } from "@/lib/texts/translator";

/** The name of a channel in the language of the viewer. Tags that somebody typed stay as they are. */
export function channelText(
  { source, medium }: Pick<Channel, "source" | "medium">,
  t: Texts<"links.channels">,
): string {
  const preset = presetOf({ source, medium });
  if (preset?.key) return t(preset.key);
  return preset?.name ?? (source || medium || t("none"));
}
