"use client";

import { type FormEvent, useReducer, useRef, useState } from "react";
import { useTexts } from "#texts";
import { CornerDownLeft } from "@/components/links/icons";
import { addressesOf } from "@/lib/core/destination-rules";
import { withScheme } from "@/lib/core/typed-destination";
import type { Channel } from "@/lib/links/channel";
import type { Link } from "@/lib/links/link";
import type { Texts } from "@/lib/texts/translator";
import { useViewer } from "../../layout/viewer-context";
import { Button } from "../../ui/button";
import { CancelButton, Dialog, DialogFoot, FootNote } from "../../ui/dialog";
import { Kbd } from "../../ui/kbd";
import { OutsideHosts } from "../outside-hosts";
import { ChannelPicker } from "./channel-picker";
import { DestinationField } from "./destination-field";
import { EditConflict } from "./edit-conflict";
import { cardStyle, FoldedFields } from "./folded-fields";
import { LinkAside, useDestinationPreview } from "./link-aside";
import { changesOf } from "./link-draft";
import { firstFields, useLinkFields } from "./link-fields";
import { rulesOfDraft } from "./more-draft";
import { OneOrSeveral } from "./one-or-several";
import { ReadyLinks } from "./ready-links";
import { channelEdit, noSharing } from "./sharing";
import { SlugField, useSlugCheck } from "./slug-field";
import { TitleField } from "./title-field";
import { type DialogSubject, useLinkDraft } from "./use-link-draft";
import { useSaveLink } from "./use-save-link";

/** Creates a link, perhaps a copy of another, or edits `link`. */
export default function LinkDialog({
  onClose,
  ...subject
}: DialogSubject & { onClose: () => void }) {
  const t = useTexts("form");
  const { link, from, field } = subject;
  const urlInput = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const { draft, set, hasFreeSlug } = useLinkDraft(subject);
  const [created, setCreated] = useState<{ link: Link; channels: Channel[] } | null>(null);
  const preview = useDestinationPreview(draft.url);
  const [reads, readAgain] = useReducer((count: number) => count + 1, 0);
  const { save, conflict, settle, pending, refused, problemOf } = useSaveLink(
    link,
    from,
    onClose,
    form,
    setCreated,
    (isUndone) => {
      if (!isUndone) set({ sharing: noSharing });
      readAgain();
    },
  );
  const check = useSlugCheck(draft, preview.title, link?.slug);
  const isFree = hasFreeSlug || (draft.ownSlug && check?.verdict === "free");
  const fields = useLinkFields(draft, problemOf, set);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(draft);
  };

  if (created) {
    const { link: made, channels } = created;
    return (
      <ReadyLinks lines={[{ link: made, isNew: true }]} channels={channels} onClose={onClose} />
    );
  }
  return (
    <Dialog
      open
      wide
      onClose={() => !pending && onClose()}
      isLosing={() =>
        !pending &&
        link !== undefined &&
        (Object.keys(changesOf(link, draft)).length > 0 || channelEdit(draft.sharing) !== null)
      }
      initialFocus={() =>
        (field && form.current?.querySelector<HTMLElement>(`[name="${field}"]`)) ?? urlInput.current
      }
      {...headOf(subject, t)}
    >
      <form
        ref={form}
        className="contents"
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit(event);
        }}
      >
        {/* What changes meanwhile would be lost. */}
        <div inert={pending} className={cardStyle}>
          <FoldedFields fields={fields} first={field && firstFields[field]}>
            {!link && !from && <OneOrSeveral text={draft.url} />}
            <DestinationField
              url={draft.url}
              icon={preview.icon}
              own={link?.slug}
              input={urlInput}
              error={problemOf("url")}
              onChange={(url) => set({ url })}
            />
            <TitleField
              value={draft.title}
              theirs={preview.title}
              error={problemOf("title")}
              onChange={(title) => set({ title })}
            />
            <SlugField
              draft={draft}
              check={check}
              hasFreeSlug={hasFreeSlug}
              own={link?.slug}
              error={problemOf("slug")}
              onChange={set}
            />
            <ChannelPicker
              key={reads}
              sharing={draft.sharing}
              of={link ? [link.id] : []}
              onChange={(sharing) => set({ sharing })}
            />
          </FoldedFields>
          <LinkAside draft={draft} preview={preview} link={link} isFree={isFree} />
        </div>
        <DialogFoot refused={pending ? null : refused}>
          {refused && (
            <OutsideHosts
              addresses={addressesOf({
                url: withScheme(draft.url),
                expiredUrl: draft.more.expiredUrl,
                ...rulesOfDraft(draft.more),
              })}
            />
          )}
          <EditConflict
            conflict={conflict}
            pending={pending}
            onSettle={(now, isMine) => settle(draft, now, isMine)}
          />
          <FootNote>
            {t.rich(link || draft.url === "" ? "escCloses" : "escKeeps", {
              esc: () => <Kbd>Esc</Kbd>,
            })}
          </FootNote>
          <FootButtons save={link ? t("save") : t("create")} pending={pending} onClose={onClose} />
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function headOf({ link, from }: DialogSubject, t: Texts<"form">) {
  const { slug } = link ?? from ?? {};
  return {
    title: link ? t("editLink") : from ? t("duplicateLink") : t("newLink"),
    note: slug && <span className="mono text-secondary">/{slug}</span>,
  };
}

/** Closes or saves. */
function FootButtons({
  save,
  pending,
  onClose,
}: {
  save: string;
  pending: boolean;
  onClose: () => void;
}) {
  const common = useTexts("common");
  const { isApple } = useViewer();
  return (
    <>
      <CancelButton pending={pending} onClose={onClose} />
      <Button
        variant="primary"
        type="submit"
        pending={pending}
        aria-keyshortcuts="Control+Enter Meta+Enter"
      >
        {save}
        <Kbd aria-hidden className="max-sm:hidden">
          {isApple ? "⌘" : common("keys.ctrl")}
          <CornerDownLeft />
        </Kbd>
      </Button>
    </>
  );
}
