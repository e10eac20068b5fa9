import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Fragment, type ReactNode } from "react";
import { EmptyPage } from "@/components/layout/empty-page";
import { PartHead } from "@/components/layout/section-header";
import { getViewer } from "@/components/layout/viewer";
import { getSaid } from "@/components/texts/get-said";
import { getTexts } from "@/components/texts/get-texts";
import { TextsProvider } from "@/components/texts/texts-provider";
import { Card } from "@/components/ui/card";
import { Tag } from "@/components/ui/tag";
import { env } from "@/lib/config/env";
import { isSluglineError } from "@/lib/core/errors";
import { formatInstant, formatNumber } from "@/lib/core/format";
import { type Delivery, listDeliveries } from "@/lib/messages/deliveries";
import type { DeliveryState, ReceiverKind } from "@/lib/messages/events";
import { placeOf } from "@/lib/messages/mailbox";
import { getReceiver } from "@/lib/messages/receivers";
import { requireOwner } from "@/lib/owners/require-owner";
import type { Texts } from "@/lib/texts/translator";
import { kindName } from "../kind-name";
import { DeleteReceiver, EditReceiver, SendAgain, SendTest } from "../receiver-buttons";
import { DroppedMessages, ReceiverState, statusOf } from "../results";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("settings.messages"))("receiver") };
}

export default async function ReceiverPage({
  params,
}: PageProps<"/dashboard/settings/messages/[id]">) {
  await requireOwner("/dashboard/settings/messages/[id]");
  const { id } = await params;
  const receiver = await getReceiver(id).catch((error: unknown) => {
    if (isSluglineError(error) && error.code === "not_found") return null;
    throw error;
  });
  if (receiver === null) redirect("/dashboard/settings/messages");
  const [deliveries, { timeZone, locale }] = await Promise.all([
    listDeliveries(receiver, env()),
    getViewer(),
  ]);
  const t = await getTexts("settings.messages");
  const now = new Date();
  return (
    <TextsProvider of={["settings.messages"]}>
      <PartHead
        title={receiver.name}
        note={
          <span className="[overflow-wrap:anywhere]">
            {t("at", { kind: kindName(receiver.kind, t), address: placeOf(receiver.url) })}{" "}
            <ReceiverState receiver={receiver} now={now} /> <DroppedMessages receiver={receiver} />
          </span>
        }
      >
        <SendTest id={id} name={receiver.name} />
        <EditReceiver receiver={receiver} />
        <DeleteReceiver id={id} name={receiver.name} />
      </PartHead>
      {deliveries.length === 0 ? (
        <EmptyPage title={t("logEmpty")} />
      ) : (
        <Card>
          <ul aria-label={t("title")} className="divide-y divide-hairline">
            {deliveries.map((delivery) => (
              <Entry
                key={delivery.id}
                {...{ delivery, locale }}
                kind={receiver.kind}
                receiverId={id}
                at={formatInstant(new Date(delivery.createdAt), now, timeZone, locale)}
                next={
                  delivery.nextAt && formatInstant(new Date(delivery.nextAt), now, timeZone, locale)
                }
              />
            ))}
          </ul>
        </Card>
      )}
    </TextsProvider>
  );
}

const stateTags = (t: Texts<"settings.messages">): Record<DeliveryState, ReactNode> => ({
  waiting: <Tag>{t("stateWaiting")}</Tag>,
  sent: <Tag tone="accent">{t("stateSent")}</Tag>,
  failed: <Tag tone="danger">{t("stateFailed")}</Tag>,
});

interface EntryProps {
  kind: ReceiverKind;
  receiverId: string;
  delivery: Delivery;
  at: string;
  next: string | null;
  locale: string;
}

async function Entry({ kind, receiverId, delivery, at, next, locale }: EntryProps) {
  const t = await getTexts("settings.messages");
  const said = await getSaid();
  const { id, type, state, attempts, status, durationMs, error, response, body } = delivery;
  const facts = [
    at,
    status === null || error ? null : statusOf(kind, status),
    durationMs === null ? null : `${formatNumber(durationMs, locale)} ms`,
    attempts > 1 ? t("attempts", { number: attempts }) : null,
    next && attempts > 0 ? t("nextTry", { date: next }) : null,
  ];
  return (
    <li className="flex items-start gap-3 px-(--space-pad) py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="mono font-medium">{type}</span>
          {stateTags(t)[state]}
        </p>
        <p className="text-label text-secondary tabular-nums">
          {facts
            .filter((fact) => fact)
            .map((fact, index) => (
              <Fragment key={fact}>
                {index > 0 && " · "}
                <bdi>{fact}</bdi>
              </Fragment>
            ))}
        </p>
        {error && <p className="text-danger text-small [overflow-wrap:anywhere]">{said(error)}</p>}
        <details className="mt-1 text-small">
          <summary className="w-fit cursor-pointer text-secondary hover:text-text max-sm:py-2.5">
            {t("bodyAndResponse")}
          </summary>
          <pre className="ltr-text mt-1 whitespace-pre-wrap rounded-control bg-sunken p-3 font-mono text-label [overflow-wrap:anywhere]">
            {body}
          </pre>
          {response && (
            <p className="mt-1 text-secondary [overflow-wrap:anywhere]">
              {t("response", { response })}
            </p>
          )}
        </details>
      </div>
      {(state !== "waiting" || attempts > 0) && (
        <SendAgain receiverId={receiverId} id={id} type={type} isWaiting={state === "waiting"} />
      )}
    </li>
  );
}
