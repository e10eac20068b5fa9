import type { Metadata } from "next";
import { PublicLayout } from "@/components/layout/public-layout";

export const metadata: Metadata = { title: "Not found", robots: { index: false } };

/** Paths of two segments or more that lead nowhere; `/slug` has its own page. */
export default function NotFound() {
  return (
    <PublicLayout
      foot={
        <>
          <span>404</span>
          <a href="/" className="hover:underline">
            Front page
          </a>
        </>
      }
    >
      <h1 className="mt-5 mb-1 font-semibold text-title tracking-[-0.018em]">There is nothing at this address</h1>
      <p className="text-pretty text-secondary">A short link has one part after the host. Check the spelling, or ask whoever sent it.</p>
    </PublicLayout>
  );
}
