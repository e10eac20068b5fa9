import type { Metadata } from "next";
import { PublicLayout } from "@/components/layout/public-layout";
import { env } from "@/lib/config/env";

export const dynamic = "force-dynamic";

export function generateMetadata(): Metadata {
  return { title: `${ownHost()} · Slugline`, robots: { index: false } };
}

/** The public front page. Expired links redirect here. */
export default function FrontPage() {
  return (
    <PublicLayout
      foot={
        <>
          <span>Slugline</span>
          <a href="/dashboard/sign-in" className="hover:underline">
            Sign in
          </a>
        </>
      }
    >
      <h1 className="mt-5 mb-2 break-words font-medium font-mono text-figure tracking-[-0.05em]">
        {ownHost()}
        <span className="text-accent">/</span>
      </h1>
      <p className="text-pretty text-lead text-secondary">
        This domain hosts short links. If a link brought you here, it has expired or is incomplete. Ask the sender for a new one.
      </p>
    </PublicLayout>
  );
}

function ownHost(): string {
  return new URL(env().BASE_URL).host;
}
