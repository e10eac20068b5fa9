import type { Metadata } from "next";
import { AuthLayout } from "@/components/layout/auth-layout";
import { getTexts } from "@/components/texts/get-texts";
import { env } from "@/lib/config/env";
import { findSubscription } from "@/lib/messages/unsubscribe";
import { UnsubscribeForm } from "./unsubscribe-form";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTexts("signIn.unsubscribe");
  return { title: `${t("tab")} · Slugline`, referrer: "no-referrer" };
}

/** Opening it changes nothing: mail programs open links, too. */
export default async function UnsubscribePage({
  params,
}: PageProps<"/dashboard/unsubscribe/[token]">) {
  const { token } = await params;
  const found = await findSubscription(token);
  const t = await getTexts("signIn.unsubscribe");
  const title = t(!found ? "invalid" : found.enabled ? "ask" : "over");
  return (
    <AuthLayout title={title} host={new URL(env().BASE_URL).host}>
      {found?.enabled ? (
        <UnsubscribeForm token={token} name={found.name} />
      ) : (
        <p className="mt-3 text-secondary">{t(found ? "overNote" : "invalidNote")}</p>
      )}
    </AuthLayout>
  );
}
