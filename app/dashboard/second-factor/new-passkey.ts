import { headers } from "next/headers";
import { browserName } from "@/lib/core/client-software";

/** After the browser that made it, such as Firefox on Windows. */
export async function defaultPasskeyName(): Promise<string> {
  return browserName((await headers()).get("user-agent")) ?? "Passkey";
}
