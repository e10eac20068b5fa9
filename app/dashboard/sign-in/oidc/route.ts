import type { Route } from "next";
import { cookies } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { env } from "@/lib/config/env";
import { settingsInEffect } from "@/lib/config/site-settings";
import { allMethods } from "@/lib/http/methods";
import { requestAddress } from "@/lib/http/peer-address";
import { oidcSettings } from "@/lib/sign-in/oidc/settings";
import { atOwnHost, beginAtProvider } from "@/lib/sign-in/oidc/sign-in-at-provider";

export const dynamic = "force-dynamic";

/** Sends the browser to the provider of single sign-on. Answers 404 on servers without. */
async function answer(request: Request): Promise<Response> {
  const settings = oidcSettings(settingsInEffect());
  if (!settings) notFound();
  const { pathname, search, searchParams } = new URL(request.url);
  const elsewhere = atOwnHost(
    request.headers.get("host"),
    pathname + search,
    env().DASHBOARD_ORIGIN,
  );
  if (elsewhere) redirect(elsewhere as Route);
  const wanted = { next: searchParams.get("next"), invite: searchParams.get("invite") };
  const address = requestAddress(request.headers.get("x-forwarded-for"));
  const source = { address, cookies: await cookies() };
  redirect((await beginAtProvider(settings, wanted, source, new Date())) as Route);
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = allMethods({ GET: answer });
