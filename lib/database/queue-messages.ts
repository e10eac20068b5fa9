import { database } from "./client";
import type { Writer } from "./in-transaction";

interface Item {
  linkId?: number;
  /** `2026-11-19`; today by default. */
  day?: string;
  data: Record<string, unknown>;
}

/**
 * Queues messages for the receivers of an event, if it has any (lib/messages). `once`: each
 * receiver gets one for each link and day.
 */
export async function queueMessages(
  event: string,
  items: readonly Item[],
  { once, writer = database() }: { once: boolean; writer?: Pick<Writer, "$executeRaw"> },
): Promise<void> {
  if (items.length === 0) return;
  await writer.$executeRaw`SELECT "queueMessages"(${event}, ${JSON.stringify(items)}::jsonb, ${once})`;
}
