"use client";

import { useState } from "react";
import { useTexts } from "#texts";
import { channelText } from "../channel-text";
import { ChannelPicker } from "../form/channel-picker";
import { channelsOf, noSharing } from "../form/sharing";
import { useEditChannels } from "../jobs/use-job";
import { AddRemoveDialog, type AddRemoveProps } from "./add-remove-dialog";

/** Adds channels to several links and removes others, with Undo. Clicks stay. */
export default function ChannelsDialog(props: AddRemoveProps) {
  const { links } = props;
  const [t, names] = [useTexts("bulk"), useTexts("links.channels")];
  const editChannels = useEditChannels();
  const [{ add, remove }, setChosen] = useState({ add: noSharing, remove: noSharing });
  const edit = {
    add: channelsOf(add),
    remove: channelsOf(remove).map(({ source, medium }) => ({ source, medium })),
  };
  const both = edit.add.find(({ source, medium }) =>
    edit.remove.some((each) => each.source === source && each.medium === medium),
  );
  return (
    <AddRemoveDialog
      {...props}
      what="channels"
      error={both && t("bothChannel", { name: channelText(both, names) })}
      isBlocked={both !== undefined || edit.add.length + edit.remove.length === 0}
      save={(told) => editChannels(links, edit, told)}
    >
      <ChannelPicker
        legend={t("add")}
        sharing={add}
        onChange={(add) => setChosen({ add, remove })}
      />
      <ChannelPicker
        legend={t("remove")}
        sharing={remove}
        of={links.map(({ id }) => id)}
        isRemoving
        onChange={(remove) => setChosen({ add, remove })}
      />
    </AddRemoveDialog>
  );
}
