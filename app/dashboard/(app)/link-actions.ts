"use server";

import { getSaid } from "@/components/texts/get-said";
import * as commands from "@/lib/commands/links";
import type { Channel } from "@/lib/links/channel";
import type { ChannelEdit } from "@/lib/links/channel-schema";
import type { Link } from "@/lib/links/link";
import type { LinkInput } from "@/lib/links/schema";
import type { TagEdit } from "@/lib/links/tag-schema";
import { action } from "../server-action";

export const createLink = action(
  commands.createLink,
  (body: LinkInput, channels: Channel[], key: string) => ({ body, channels, key }),
  { show: ({ link }) => link },
);

export const updateLink = action(
  commands.updateLink,
  (slug: string, body: LinkInput, seen: Partial<Link>) => ({ slug, body, seen }),
);

export const updateLinks = action(
  commands.updateLinks,
  (slugs: string[], body: LinkInput, seen: Partial<Link> = {}) => ({ slugs, body, seen }),
);

export const deleteLinks = action(commands.deleteLinks, (slugs: string[]) => ({ slugs }));

export const editTags = action(commands.editTags, (slugs: string[], body: TagEdit) => ({
  slugs,
  body,
}));

export const editChannels = action(commands.editChannels, (slugs: string[], body: ChannelEdit) => ({
  slugs,
  body,
}));

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
