"use client";

import { useState, useTransition } from "react";
import { useTexts } from "#texts";
import type { LinkRef } from "@/lib/links/link";
import { Button } from "../../ui/button";
import { Dialog, DialogFoot } from "../../ui/dialog";
import { channelText } from "../channel-text";
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
  const [t, names] = [useTexts("bulk"), useTexts("links.channels")];
  const common = useTexts("common");
  const editChannels = useEditChannels();
  const [{ add, remove }, setChosen] = useState({ add: noSharing, remove: noSharing });
  const [pending, start] = useTransition();
  const [sent, setSent] = useState(0);
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
      title={
        only ? t("channelsOfOne", { slug: only.slug }) : t("channelsOf", { count: links.length })
      }
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
        </div>
        <DialogFoot error={both && t("bothChannel", { name: channelText(both, names) })}>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button
            variant="primary"
            type="submit"
            disabled={pending || both !== undefined || edit.add.length + edit.remove.length === 0}
          >
            {sent > 0 && sent < links.length
              ? t("sentOf", { sent, count: links.length })
              : t("changeChannels")}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
