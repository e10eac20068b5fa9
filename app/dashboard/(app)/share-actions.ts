"use server";

import { z } from "zod";
import type { ShareInput } from "@/components/layout/dashboard-actions";
import { validate } from "@/lib/core/validate";
import { withHash } from "@/lib/owners/hash-queue";
import { formKey } from "@/lib/owners/run-once";
import { newShareSchema } from "@/lib/shares/share-schema";
import { createShare as create, revokeShare as revoke } from "@/lib/shares/shares";
import { argument, ownerAction } from "../server-action";

const fields = z.record(z.string(), z.unknown());

/** Returns the address, which nothing returns again. */
export async function createShare(input: ShareInput, key: string) {
  return ownerAction("createShare", async ({ owner, by }) => {
    const wanted = validate(argument(input, fields), newShareSchema, "form");
    const attempt = argument(key, formKey);
    return create(by, await withHash(wanted), owner.id, new Date(), attempt);
  });
}

export async function revokeShare(id: string) {
  return ownerAction("revokeShare", async ({ by }) => {
    await revoke(by, argument(id, z.uuid()), new Date());
  });
}
