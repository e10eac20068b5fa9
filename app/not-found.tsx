import type { Metadata } from "next";
import { PublicLayout } from "@/components/layout/public-layout";
import { getPublicLook } from "@/components/layout/public-look";

export async function generateMetadata(): Promise<Metadata> {
  const { texts } = await getPublicLook();
  return { title: texts.noPageTitle, robots: { index: false } };
}

/** The 404 page of share pages and forms, which have none of their own. */
export default async function NotFound() {
  const { texts } = await getPublicLook();
  return (
    <PublicLayout note="404" link={{ href: "/", text: texts.home }}>
      <h1 className="mt-5 mb-1 font-semibold text-title tracking-[-0.018em]">
        {texts.noPageTitle}
      </h1>
      <p className="text-pretty text-secondary">{texts.noPageText}</p>
    </PublicLayout>
  );
}
