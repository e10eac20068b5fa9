"use server";

import type { SharedChanges } from "@/components/layout/dashboard-actions";
import { getSaid } from "@/components/texts/get-said";
import * as commands from "@/lib/commands/links";
import type { Channel } from "@/lib/links/channel";
import type { ChannelEdit } from "@/lib/links/channel-schema";
import type { Link } from "@/lib/links/link";
import type { LinkInput } from "@/lib/links/schema";
import type { TagEdit } from "@/lib/links/tag-schema";
import { action, jobAction } from "../server-action";

export const createLink = action(
  commands.createLink,
  (body: LinkInput, channels: Channel[], key: string) => ({ body, channels, key }),
  { show: ({ link }) => link },
);

export const updateLink = action(
  commands.updateLink,
  (slug: string, body: LinkInput, seen: Partial<Link>, undoes?: string) => ({
    ...{ slug, body, seen, undoes },
  }),
);

export const updateLinks = jobAction(
  commands.updateLinks,
  (key: string, slugs: string[], body: SharedChanges, seen: SharedChanges) => ({
    ...{ key, slugs, body, seen },
  }),
);

export const deleteLinks = jobAction(commands.deleteLinks, (key: string, slugs: string[]) => ({
  ...{ key, slugs },
}));

export const editTags = jobAction(
  commands.editTags,
  (key: string, slugs: string[], body: TagEdit) => ({ key, slugs, body }),
);

export const editChannels = jobAction(
  commands.editChannels,
  (key: string, slugs: string[], body: ChannelEdit) => ({ key, slugs, body }),
);

export const editAliases = action(
  commands.editAliases,
  (slug: string, body: { add?: string; remove?: string }) => ({ slug, body }),
);

export const checkPreview = action(commands.checkPreview, (slug: string) => ({ slug }), {
  say: async ({ destination, reason }) => ({
    destination,
    reason: reason && (await getSaid())(reason),
  }),
});
