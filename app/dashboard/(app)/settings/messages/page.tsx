import type { Metadata, Route } from "next";
import NextLink from "next/link";
import { EntryCell, EntryTable } from "@/components/layout/entry-table";
import { PartHead } from "@/components/layout/section-header";
import { getTexts } from "@/components/texts/get-texts";
import { TextsProvider } from "@/components/texts/texts-provider";
import { placeOf } from "@/lib/messages/mailbox";
import { listReceivers } from "@/lib/messages/receivers";
import { requireOwner } from "@/lib/owners/require-owner";
import { kindName } from "./kind-name";
import { NewReceiver } from "./new-receiver";
import { SendTest, SwitchReceiver } from "./receiver-buttons";
import { DroppedMessages, ReceiverState } from "./results";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("settings.messages"))("title") };
}

export default async function MessagesPage() {
  await requireOwner("/dashboard/settings/messages");
  const receivers = await listReceivers();
  const t = await getTexts("settings.messages");
  const now = new Date();
  return (
    <TextsProvider of={["settings.messages"]}>
      <PartHead title={t("title")} note={t("note")} />
      {receivers.length > 0 && (
        <EntryTable
          label={t("receivers")}
          heads={[t("name"), t("kind"), t("eventsTitle"), t("lastResult"), t("on")]}
        >
          {receivers.map((receiver) => {
            const { id, name, kind, url, events } = receiver;
            return (
              <tr key={id}>
                <EntryCell lead note={placeOf(url)}>
                  <NextLink
                    href={`/dashboard/settings/messages/${id}` as Route}
                    prefetch={false}
                    className="inline-flex min-h-6 items-center hover:underline max-sm:min-h-11"
                  >
                    {name}
                  </NextLink>
                </EntryCell>
                <EntryCell label={t("kind")}>{kindName(kind, t)}</EntryCell>
                <EntryCell label={t("eventsTitle")}>{events.length}</EntryCell>
                <EntryCell label={t("lastResult")}>
                  <ReceiverState receiver={receiver} now={now} />{" "}
                  <DroppedMessages receiver={receiver} />
                </EntryCell>
                <EntryCell label={t("on")}>
                  <SwitchReceiver {...receiver} />
                </EntryCell>
                <EntryCell action>
                  <SendTest id={id} name={name} />
                </EntryCell>
              </tr>
            );
          })}
        </EntryTable>
      )}
      <NewReceiver ids={receivers.map(({ id }) => id)} />
    </TextsProvider>
  );
}
