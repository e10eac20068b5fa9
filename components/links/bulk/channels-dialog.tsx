"use client";

import { useState, useTransition } from "react";
import { formatNumber } from "@/lib/core/format";
import { channelName } from "@/lib/links/channel";
import type { LinkRef } from "@/lib/links/link";
import { useViewer } from "../../layout/viewer-context";
import { Button } from "../../ui/button";
import { Dialog, DialogFoot } from "../../ui/dialog";
import { ChannelPicker } from "../form/channel-picker";
import { channelsOf, noSharing } from "../form/sharing";
import { useEditChannels } from "../portions/use-edit-each";

/** Adds channels to several links and removes others, with Undo. Clicks stay. */
export default function ChannelsDialog({
  links,
  onClose,
  done,
}: {
  links: LinkRef[];
  onClose: () => void;
  done: () => void;
}) {
  const editChannels = useEditChannels();
  const [{ add, remove }, setChosen] = useState({ add: noSharing, remove: noSharing });
  const [pending, start] = useTransition();
  const [sent, setSent] = useState(0);
  const { locale } = useViewer();
  const [only] = links.length === 1 ? links : [];
  const edit = {
    add: channelsOf(add),
    remove: channelsOf(remove).map(({ source, medium }) => ({ source, medium })),
  };
  const both = edit.add.find(({ source, medium }) =>
    edit.remove.some((each) => each.source === source && each.medium === medium),
  );
  const save = async () => {
    if (!(await editChannels(links, edit, { onProgress: setSent }))) return;
    done();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Channels of ${only ? `/${only.slug}` : `${formatNumber(links.length, locale)} links`}`}
    >
      <form
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          start(save);
        }}
      >
        <div className="flex flex-col gap-5 px-6 py-5 max-sm:px-4">
          <ChannelPicker
            legend="Add"
            sharing={add}
            onChange={(add) => setChosen({ add, remove })}
          />
          <ChannelPicker
            legend="Remove"
            sharing={remove}
            isRemoving
            onChange={(remove) => setChosen({ add, remove })}
          />
        </div>
        <DialogFoot error={both && `${channelName(both)} is both added and removed.`}>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            disabled={pending || both !== undefined || edit.add.length + edit.remove.length === 0}
          >
            {sent > 0 && sent < links.length ? `${sent} of ${links.length}` : "Change channels"}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
