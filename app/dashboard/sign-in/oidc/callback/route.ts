import type { Route } from "next";
import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { settingsInEffect } from "@/lib/config/site-settings";
import { allMethods } from "@/lib/http/methods";
import { requestAddress } from "@/lib/http/peer-address";
import { oidcSettings } from "@/lib/sign-in/oidc/settings";
import { finishAtProvider } from "@/lib/sign-in/oidc/sign-in-at-provider";

export const dynamic = "force-dynamic";

/** Where the provider of single sign-on sends people back to. */
async function answer(request: Request): Promise<Response> {
  const settings = oidcSettings(settingsInEffect());
  if (!settings) notFound();
  const given = await headers();
  const source = {
    headers: given,
    cookies: await cookies(),
    address: requestAddress(given.get("x-forwarded-for")),
  };
  const { searchParams } = new URL(request.url);
  redirect((await finishAtProvider(settings, searchParams, source, new Date())) as Route);
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
