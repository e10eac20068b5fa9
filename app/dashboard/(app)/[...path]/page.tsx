import { notFound } from "next/navigation";
import { requireOwner } from "@/lib/owners/require-owner";

/** Unknown addresses below `/dashboard`. */
export default async function UnknownPage() {
  await requireOwner("/dashboard/[...path]");
  notFound();
}
