import type { Metadata } from "next";
import { headers } from "next/headers";
import { PublicLayout } from "@/components/layout/public-layout";
import { getPublicLook } from "@/components/layout/public-look";
import { isDashboardHost, originOf, requestedDomain } from "@/lib/config/env";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const { name, logo } = await getPublicLook();
  return {
    title: `${await requestedHost()} · ${name ?? "Slugline"}`,
    robots: { index: false },
    ...(logo && { icons: { icon: logo.src } }),
  };
}

/** The public front page. Expired links redirect here. */
export default async function FrontPage() {
  const { name, texts } = await getPublicLook();
  const given = await headers();
  const hasDashboard = isDashboardHost((name) => given.get(name));
  return (
    <PublicLayout
      note={name ?? "Slugline"}
      link={hasDashboard ? { href: "/dashboard/sign-in", text: texts.signIn } : null}
    >
      <h1 className="mt-5 mb-2 break-words font-medium font-mono text-figure tracking-[-0.05em]">
        {await requestedHost()}
        <span className="text-accent">/</span>
      </h1>
      <p className="text-pretty text-lead text-secondary">{texts.frontText}</p>
    </PublicLayout>
  );
}

/** One of this service; never what else a client sends as its host. */
async function requestedHost(): Promise<string> {
  const given = await headers();
  return new URL(originOf(requestedDomain((name) => given.get(name)))).host;
}
