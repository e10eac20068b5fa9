"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { pickChanged } from "@/lib/core/changed-since";
import { validate } from "@/lib/core/validate";
import { sendAgain as sendStoredAgain, sendTest } from "@/lib/messages/deliveries";
import { refuseUnreachable } from "@/lib/messages/receiver-address";
import { newReceiverSchema, receiverChangesSchema } from "@/lib/messages/receiver-schema";
import { changeReceiver, createReceiver, deleteReceiver } from "@/lib/messages/receivers";
import { formKey, runFormOnce } from "@/lib/owners/run-once";
import { argument, ownerAction } from "../../../server-action";

const page = "/dashboard/settings/messages";
const receiverId = z.uuid();
const input = z.record(z.string(), z.unknown());

/** What a form sends: see newReceiverSchema. */
export type ReceiverInput = Record<string, string | boolean | string[] | object>;

/** Returns the secret, which is shown once. `attempt`: its key, so that its repetition adds no second one. */
export async function addReceiver(given: ReceiverInput, attempt: string) {
  return ownerAction("addReceiver", async ({ owner, by }) => {
    const key = argument(attempt, formKey);
    const wanted = validate(argument(given, input), newReceiverSchema, "form");
    await refuseUnreachable(wanted.kind, wanted.url);
    const made = await runFormOnce(`owner:${owner.id}`, key, wanted, async (writer) => {
      const { id, name, secret } = await createReceiver(by, wanted, owner.id, new Date(), writer);
      return { id, name, secret: secret ?? null };
    });
    revalidatePath(page, "layout");
    return made;
  });
}

/**
 * Changes what differs from `seen`, the receiver as the page showed it. Refuses to replace what was
 * changed since, unless it `overwrites`.
 */
export async function saveReceiver(
  id: string,
  given: ReceiverInput,
  seen: ReceiverInput = {},
  overwrites = false,
) {
  return ownerAction("saveReceiver", async ({ owner, by }) => {
    const stored = argument(id, receiverId);
    const shown = argument(seen, input);
    const wanted = validate(argument(given, input), receiverChangesSchema, "form");
    const changes = pickChanged(shown, wanted);
    revalidatePath(page, "layout");
    if (Object.keys(changes).length === 0) return;
    const known = argument(overwrites, z.boolean()) ? {} : shown;
    await changeReceiver(by, stored, changes, new Date(), owner.id, known);
  });
}

export async function removeReceiver(id: string) {
  return ownerAction("removeReceiver", async ({ by }) => {
    revalidatePath(page, "layout");
    await deleteReceiver(by, argument(id, receiverId), new Date());
  });
}

/** Returns what became of it. */
export async function testReceiver(id: string) {
  return ownerAction("testReceiver", async () => {
    const { state, status, error } = await sendTest(argument(id, receiverId));
    revalidatePath(page, "layout");
    return { state, status, error };
  });
}

export async function sendAgain(id: string, deliveryId: string) {
  return ownerAction("sendAgain", async () => {
    const message = BigInt(argument(deliveryId, z.string().regex(/^\d{1,18}$/)));
    revalidatePath(page, "layout");
    await sendStoredAgain(argument(id, receiverId), message);
  });
}
