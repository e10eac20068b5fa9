"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { asUndoer } from "@/lib/links/undoer";
import { undoImport } from "@/lib/transfer/undo-import";
import { argument, ownerAction } from "../../../server-action";

export async function undo(id: string) {
  return ownerAction("undo", async ({ owner, by: actor }) => {
    const undoing = { ...asUndoer(owner), actor, now: new Date() };
    const report = await undoImport(argument(id, z.uuid()), undoing);
    revalidatePath("/dashboard/settings/data");
    return report;
  });
}
