import { getViewer } from "@/components/layout/viewer";
import { getTexts } from "@/components/texts/get-texts";
import { Tag } from "@/components/ui/tag";
import { formatAge, formatAgo } from "@/lib/core/format";
import type { Receiver } from "@/lib/messages/receivers";

/** Whether messages arrive, in a word or two. */
export async function ReceiverState({ receiver, now }: { receiver: Receiver; now: Date }) {
  const t = await getTexts("settings.messages");
  const { locale } = await getViewer();
  const { enabled, offReason, failingSince, lastResult } = receiver;
  if (!enabled && offReason === "gone") return <Tag tone="danger">{t("offGone")}</Tag>;
  if (!enabled && offReason === "person") return <Tag>{t("offPerson")}</Tag>;
  if (!enabled && offReason === "unsubscribed") return <Tag>{t("offUnsubscribed")}</Tag>;
  if (!enabled) return <Tag>{t("off")}</Tag>;
  if (failingSince) {
    const since = new Date(failingSince);
    const isNew = now.getTime() - since.getTime() < 60_000;
    return (
      <Tag tone="danger">
        {isNew ? t("failing") : t("failingFor", { age: formatAge(since, now, locale) })}
      </Tag>
    );
  }
  if (lastResult === null) return t("logEmpty");
  const ago = formatAgo(lastResult.at, now, undefined, locale);
  return lastResult.status === null
    ? t("noAnswer", { ago })
    : t.list([statusOf(receiver.kind, lastResult.status), ago]);
}

/** That messages were lost, because too many waited. */
export async function DroppedMessages({ receiver: { dropped } }: { receiver: Receiver }) {
  const t = await getTexts("settings.messages");
  return dropped && <Tag tone="danger">{t("dropped", { messages: dropped.messages })}</Tag>;
}

/** The status of a response, by the protocol that it came with. */
export function statusOf(kind: Receiver["kind"], status: number): string {
  return `${kind === "email" ? "SMTP" : "HTTP"} ${status}`;
}
