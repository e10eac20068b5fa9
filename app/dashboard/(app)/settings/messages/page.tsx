import type { Metadata, Route } from "next";
import NextLink from "next/link";
import { EmptyPage } from "@/components/layout/empty-page";
import { EntryCell, EntryTable } from "@/components/layout/entry-table";
import { kindNames } from "@/lib/messages/events";
import { placeOf } from "@/lib/messages/mailbox";
import { listReceivers } from "@/lib/messages/receivers";
import { requireOwner } from "@/lib/owners/require-owner";
import { NewReceiver } from "./new-receiver";
import { SendTest, SwitchReceiver } from "./receiver-buttons";
import { ReceiverState } from "./results";

export const metadata: Metadata = { title: "Messages" };

export default async function MessagesPage() {
  await requireOwner("/dashboard/settings/messages");
  const receivers = await listReceivers();
  const now = new Date();
  return (
    <>
      <NewReceiver ids={receivers.map(({ id }) => id)} />
      {receivers.length === 0 ? (
        <EmptyPage title="No receivers yet">
          Create a receiver for each program that should hear about events.
        </EmptyPage>
      ) : (
        <EntryTable label="Receivers" heads={["Name", "Kind", "Events", "Last result", "On"]}>
          {receivers.map((receiver) => {
            const { id, name, kind, url, events } = receiver;
            return (
              <tr key={id}>
                <EntryCell lead note={placeOf(url)}>
                  <NextLink
                    href={`/dashboard/settings/messages/${id}` as Route}
                    prefetch={false}
                    className="inline-flex min-h-6 items-center hover:underline"
                  >
                    {name}
                  </NextLink>
                </EntryCell>
                <EntryCell label="Kind">{kindNames[kind].name}</EntryCell>
                <EntryCell label="Events">{events.length}</EntryCell>
                <EntryCell label="Last result">
                  <ReceiverState receiver={receiver} now={now} />
                </EntryCell>
                <EntryCell label="On">
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
    </>
  );
}
