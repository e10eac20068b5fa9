"use server";

import { revalidatePath } from "next/cache";
import { cookies } from "next/headers";
import { z } from "zod";
import { shortcutsCookie, type Theme, themeCookie, themes, timeZoneCookie } from "@/components/layout/viewer";
import { env } from "@/lib/config/env";
import { knownTimeZone } from "@/lib/core/time-zone";
import { requireOwner } from "@/lib/owners/require-owner";
import { argument } from "../../../form-result";

/** Cookie lifetime: a year, in seconds. */
const keptS = 365 * 24 * 3600;

export async function saveTheme(theme: Theme): Promise<void> {
  await requireOwner();
  await keep(themeCookie, argument(theme, z.enum(themes)));
}

export async function saveShortcuts(on: boolean): Promise<void> {
  await requireOwner();
  await keep(shortcutsCookie, argument(on, z.boolean()) ? "on" : "off");
  revalidatePath("/dashboard", "layout");
}

export async function saveTimeZone(name: string): Promise<void> {
  await requireOwner();
  await keep(timeZoneCookie, knownTimeZone(argument(name, z.string().max(100))) ?? "UTC");
  revalidatePath("/dashboard", "layout");
}

async function keep(name: string, value: string): Promise<void> {
  (await cookies()).set(name, value, { path: "/", maxAge: keptS, sameSite: "lax", httpOnly: true, secure: env().BASE_URL.startsWith("https:") });
}
