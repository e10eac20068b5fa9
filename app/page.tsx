import type { Metadata } from "next";
import { headers } from "next/headers";
import { PublicLayout } from "@/components/layout/public-layout";
import { getPublicLook } from "@/components/layout/public-look";
import { env, isDashboardHost } from "@/lib/config/env";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const { name, logo } = await getPublicLook();
  return {
    title: `${ownHost()} · ${name ?? "Slugline"}`,
    robots: { index: false },
    ...(logo && { icons: { icon: logo.src } }),
  };
}

/** The public front page. Expired links redirect here. */
export default async function FrontPage() {
  const { name, texts } = await getPublicLook();
  const hasDashboard = isDashboardHost((await headers()).get("host"));
  return (
    <PublicLayout
      note={name ?? "Slugline"}
      link={hasDashboard ? { href: "/dashboard/sign-in", text: texts.signIn } : null}
    >
      <h1 className="mt-5 mb-2 break-words font-medium font-mono text-figure tracking-[-0.05em]">
        {ownHost()}
        <span className="text-accent">/</span>
      </h1>
      <p className="text-pretty text-lead text-secondary">{texts.frontText}</p>
    </PublicLayout>
  );
}

function ownHost(): string {
  return new URL(env().BASE_URL).host;
}
