import { Tag } from "@/components/ui/tag";
import { formatAge } from "@/lib/core/format";
import type { Receiver } from "@/lib/messages/receivers";

/** Whether messages arrive, in a word or two. */
export function ReceiverState({ receiver, now }: { receiver: Receiver; now: Date }) {
  const { enabled, offReason, failingSince, lastResult } = receiver;
  if (!enabled && offReason === "gone") return <Tag tone="danger">Off: it answered 410</Tag>;
  if (!enabled && offReason === "person") return <Tag>Off: its owner left</Tag>;
  if (!enabled && offReason === "unsubscribed") return <Tag>Off: unsubscribed</Tag>;
  if (!enabled) return <Tag>Off</Tag>;
  if (failingSince)
    return <Tag tone="danger">Failing for {ageOf(failingSince, now).replace(" ago", "")}</Tag>;
  if (lastResult === null) return "No message yet";
  return (
    <>
      {lastResult.status === null ? "No answer" : statusOf(receiver.kind, lastResult.status)},{" "}
      {ageOf(lastResult.at, now)}
    </>
  );
}

export function ageOf(at: string, now: Date): string {
  const age = formatAge(new Date(at), now);
  return age === "now" ? "just now" : `${age} ago`;
}

/** The status of a response, by the protocol that it came with. */
export function statusOf(kind: Receiver["kind"], status: number): string {
  return `${kind === "email" ? "SMTP" : "HTTP"} ${status}`;
}
