import { env } from "../config/env";
import { log } from "../config/log";
import { createFirstOwner, hasOwner } from "./create-owner";

/** Makes the owner that OWNER_EMAIL and OWNER_PASSWORD name, where there is none yet: for installs without hands. */
export async function ensureFirstOwner(): Promise<void> {
  const { OWNER_EMAIL: email, OWNER_PASSWORD: password } = env();
  if (!email || !password || (await hasOwner())) return;
  if (await createFirstOwner({ email, password, name: "" }, new Date())) log().info("made the first owner from OWNER_EMAIL");
}
