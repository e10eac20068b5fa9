"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { undoImport } from "@/lib/transfer/undo-import";
import { argument, ownerAction } from "../../../server-action";

export async function undo(id: string) {
  return ownerAction("undo", async ({ by }) => {
    const report = await undoImport(by, argument(id, z.uuid()), new Date());
    revalidatePath("/dashboard/settings/data");
    return report;
  });
}
