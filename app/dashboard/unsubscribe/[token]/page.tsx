import type { Metadata } from "next";
import { AuthLayout } from "@/components/layout/auth-layout";
import { env } from "@/lib/config/env";
import { findSubscription } from "@/lib/messages/unsubscribe";
import { UnsubscribeForm } from "./unsubscribe-form";

export const metadata: Metadata = { title: "End mails · Slugline", referrer: "no-referrer" };

/** Opening it changes nothing: mail programs open links, too. */
export default async function UnsubscribePage({
  params,
}: PageProps<"/dashboard/unsubscribe/[token]">) {
  const { token } = await params;
  const found = await findSubscription(token);
  const title = !found
    ? "This link is not valid any more"
    : found.enabled
      ? "End these mails?"
      : "No more mails are sent";
  return (
    <AuthLayout title={title} host={new URL(env().BASE_URL).host}>
      {found?.enabled ? (
        <UnsubscribeForm token={token} name={found.name} />
      ) : (
        <p className="mt-3 text-secondary">
          {found
            ? "An owner of this Slugline can send them again, under Settings > Messages."
            : "Open the link of the latest mail, or ask an owner of this Slugline to end the mails."}
        </p>
      )}
    </AuthLayout>
  );
}
