import type { ReceiverKind } from "@/lib/messages/events";
import type { Texts } from "@/lib/texts/translator";

/** Names of programs, the same in each language. */
const programs = {
  slack: "Slack",
  discord: "Discord",
  teams: "Microsoft Teams",
  telegram: "Telegram",
  ntfy: "ntfy",
  gotify: "Gotify",
  matrix: "Matrix",
} as const satisfies Partial<Record<ReceiverKind, string>>;

export function kindName(kind: ReceiverKind, t: Texts<"settings.messages">): string {
  return kind === "webhook" || kind === "email" ? t(`kinds.${kind}`) : programs[kind];
}
