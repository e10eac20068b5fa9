import { Tag } from "@/components/ui/tag";
import { formatAge, formatAgo } from "@/lib/core/format";
import type { Receiver } from "@/lib/messages/receivers";

/** Whether messages arrive, in a word or two. */
export function ReceiverState({ receiver, now }: { receiver: Receiver; now: Date }) {
  const { enabled, offReason, failingSince, lastResult } = receiver;
  if (!enabled && offReason === "gone") return <Tag tone="danger">Off: it answered 410</Tag>;
  if (!enabled && offReason === "person") return <Tag>Off: its owner left</Tag>;
  if (!enabled && offReason === "unsubscribed") return <Tag>Off: unsubscribed</Tag>;
  if (!enabled) return <Tag>Off</Tag>;
  if (failingSince) {
    const age = formatAge(new Date(failingSince), now);
    return <Tag tone="danger">{age === "now" ? "Failing" : `Failing for ${age}`}</Tag>;
  }
  if (lastResult === null) return "No message yet";
  return (
    <>
      {lastResult.status === null ? "No answer" : statusOf(receiver.kind, lastResult.status)},{" "}
      {formatAgo(lastResult.at, now)}
    </>
  );
}

/** The status of a response, by the protocol that it came with. */
export function statusOf(kind: Receiver["kind"], status: number): string {
  return `${kind === "email" ? "SMTP" : "HTTP"} ${status}`;
}
