import { inTransaction, type Writer } from "../database/in-transaction";
import type { Channel } from "./channel";
import type { ChannelEdit } from "./channel-schema";
import { listChannelsOf, mostChannels, tooManyChannels } from "./link-channels";
import { lockLinks } from "./locks";
import { accepted, linkNotFound, type Outcome } from "./outcome";

/** What an edit did to the channels of a link. */
export interface ChannelsEdited {
  id: number;
  slug: string;
  add: Channel[];
  remove: Channel[];
}

/**
 * Adds channels to links and removes others; their clicks stay. What a link has already, or does
 * not have, is left out. Refuses links with `not_found`, and `validation_failed` if they would have
 * too many.
 */
export async function editChannels(
  slugs: readonly string[],
  { add, remove }: ChannelEdit,
  now: Date,
  given?: Writer,
): Promise<Outcome<ChannelsEdited>[]> {
  const run = async (writer: Writer) => {
    // The lock lets two requests at once not exceed the limit.
    const ids = await lockLinks(slugs, writer);
    const current = await listChannelsOf([...ids.values()], writer);
    const outcomes = slugs.map((slug): Outcome<ChannelsEdited> => {
      const id = ids.get(slug);
      if (id === undefined) return linkNotFound(slug);
      const before = current.get(id) ?? [];
      const removed = before.filter((channel) => remove.some(isMeant(channel)));
      const added = add.filter((channel) => !before.some(isMeant(channel)));
      return before.length - removed.length + added.length > mostChannels
        ? tooManyChannels()
        : { id, slug, add: added, remove: removed };
    });
    const rowsOf = (part: "add" | "remove") =>
      accepted(outcomes).flatMap((link) =>
        link[part].map((channel) => ({ ...channel, linkId: link.id })),
      );
    const [gone, made] = [rowsOf("remove"), rowsOf("add")];
    await deleteRows(gone, writer);
    await writer.linkPlace.createMany({
      data: made.map((row) => ({ ...row, createdAt: now })),
      skipDuplicates: true,
    });
    return outcomes;
  };
  return given ? run(given) : inTransaction(run);
}

type Row = Channel & { linkId: number };

async function deleteRows(rows: readonly Row[], writer: Writer): Promise<void> {
  if (rows.length === 0) return;
  const texts = (name: keyof Channel) => rows.map((row) => row[name]);
  await writer.$executeRaw`
    DELETE FROM "LinkPlace" p
    USING unnest(${rows.map(({ linkId }) => linkId)}::int[], ${texts("source")}::text[], ${texts("medium")}::text[], ${texts("campaign")}::text[]) AS r("linkId", "source", "medium", "campaign")
    WHERE p."linkId" = r."linkId" AND p."source" = r."source" AND p."medium" = r."medium" AND p."campaign" = r."campaign"`;
}

/** Without a campaign, a channel to remove is meant whatever its campaign. */
function isMeant({ source, medium, campaign }: Channel) {
  return (other: { source: string; medium: string; campaign?: string | undefined }) =>
    other.source === source &&
    other.medium === medium &&
    (other.campaign === undefined || other.campaign === campaign);
}
