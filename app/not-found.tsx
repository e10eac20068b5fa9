import type { Metadata } from "next";
import { PublicLayout } from "@/components/layout/public-layout";

export const metadata: Metadata = { title: "Not found", robots: { index: false } };

/** Unknown paths of two or more segments; `/slug` has its own page. */
export default function NotFound() {
  return (
    <PublicLayout
      foot={
        <>
          <span>404</span>
          <a href="/" className="hover:underline">
            Home
          </a>
        </>
      }
    >
      <h1 className="mt-5 mb-1 font-semibold text-title tracking-[-0.018em]">Page not found</h1>
      <p className="text-pretty text-secondary">Check the address, or ask the sender for a new link.</p>
    </PublicLayout>
  );
}
