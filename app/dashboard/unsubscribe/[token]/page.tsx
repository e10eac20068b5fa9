import type { Metadata } from "next";
import { AuthLayout } from "@/components/layout/auth-layout";
import { env } from "@/lib/config/env";
import { findSubscription } from "@/lib/messages/unsubscribe";
import { UnsubscribeForm } from "./unsubscribe-form";

export const metadata: Metadata = { title: "Unsubscribe · Slugline", referrer: "no-referrer" };

/** Opening it changes nothing: mail programs open links, too. */
export default async function UnsubscribePage({
  params,
}: PageProps<"/dashboard/unsubscribe/[token]">) {
  const { token } = await params;
  const found = await findSubscription(token);
  const title = !found
    ? "This link is no longer valid"
    : found.enabled
      ? "Unsubscribe?"
      : "You are unsubscribed";
  return (
    <AuthLayout title={title} host={new URL(env().BASE_URL).host}>
      {found?.enabled ? (
        <UnsubscribeForm token={token} name={found.name} />
      ) : (
        <p className="mt-3 text-secondary">
          {found
            ? "An owner of this Slugline can switch the emails on again under Settings > Server > Messages."
            : "Use the link in the latest email, or ask an owner of this Slugline to stop the emails."}
        </p>
      )}
    </AuthLayout>
  );
}
