"use client";

import { type FormEvent, useRef, useState } from "react";
import { CornerDownLeft } from "@/components/links/icons";
import { Info, Link as LinkIcon, TriangleAlert } from "@/components/ui/icons";
import { longestNote } from "@/lib/core/tag";
import { withPlainAmpersands, withScheme } from "@/lib/core/typed-destination";
import type { Channel } from "@/lib/links/channel";
import type { Link } from "@/lib/links/link";
import { takeTyped } from "../../layout/typed-ahead";
import { useViewer } from "../../layout/viewer-context";
import { Button } from "../../ui/button";
import { Dialog, DialogFoot } from "../../ui/dialog";
import { Field } from "../../ui/field";
import { Input } from "../../ui/input";
import { Kbd } from "../../ui/kbd";
import { Switch } from "../../ui/switch";
import { Textarea } from "../../ui/textarea";
import { useDebouncedValue } from "../../ui/use-debounced-value";
import { useAnswer } from "../link-queries";
import { SharedAt } from "./channel-picker";
import { FootNote, useDiscardQuestion } from "./discard-question";
import { EditConflict } from "./edit-conflict";
import { ExpiryField } from "./expiry-field";
import { HostField } from "./host-field";
import { LinkAside, useDestinationPreview } from "./link-aside";
import { MorePart } from "./more-part";
import { OneOrSeveral, SeveralOffer, usePastedLines } from "./one-or-several";
import { ReadyLinks } from "./ready-links";
import { SlugField, useSlugCheck } from "./slug-field";
import { TagsInput } from "./tags-input";
import { TitleField } from "./title-field";
import { type DialogSubject, useLinkDraft } from "./use-link-draft";
import { useSaveLink } from "./use-save-link";

/** Creates a link, perhaps a copy of another, or edits `link`. */
export default function LinkDialog({
  onClose,
  ...subject
}: DialogSubject & { onClose: () => void }) {
  const { link, from, field } = subject;
  const { isApple } = useViewer();
  const urlInput = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const { draft, set } = useLinkDraft(subject);
  const [created, setCreated] = useState<{ link: Link; channels: Channel[] } | null>(null);
  const { pasted, take, onPaste } = usePastedLines(!link);
  const plainUrl = withPlainAmpersands(draft.url);
  const preview = useDestinationPreview(draft.url);
  const { save, conflict, settle, pending, refused, refusal, problemOf } = useSaveLink(
    link,
    from,
    onClose,
    form,
    setCreated,
  );
  const check = useSlugCheck(draft.slug, draft.url, draft.title, link?.slug);
  const { isAsking, close } = useDiscardQuestion(link, draft, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(draft);
  };

  if (created) return <ReadyLinks {...created} onClose={onClose} />;
  return (
    <Dialog
      open
      wide
      onClose={close}
      initialFocus={() =>
        (field && form.current?.querySelector<HTMLElement>(`[name="${field}"]`)) ?? urlInput.current
      }
      title={link ? "Edit link" : from ? "Duplicate link" : "New link"}
      note={(link ?? from) && <span className="mono text-secondary">/{(link ?? from)?.slug}</span>}
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
        <div className="grid md:grid-cols-[minmax(0,1fr)_380px]">
          <div className="flex min-w-0 flex-col gap-[18px] px-6 pt-5 pb-6 max-sm:p-4">
            {!link && !from && <OneOrSeveral text={draft.url} />}
            <div className="flex flex-col gap-1.5">
              <Field label="Destination" error={problemOf("url")}>
                {(control) => (
                  <Input
                    {...control}
                    ref={urlInput}
                    before={<LinkIcon aria-hidden />}
                    name="url"
                    type="url"
                    inputMode="url"
                    placeholder="https://example.com/page"
                    autoComplete="off"
                    value={draft.url}
                    onFocus={() => {
                      const ahead = takeTyped();
                      if (ahead) set({ url: draft.url + ahead });
                      if (ahead) take(ahead, draft.url);
                    }}
                    onPaste={onPaste}
                    onChange={(event) => set({ url: event.target.value })}
                  />
                )}
              </Field>
              <SeveralOffer pasted={pasted} value={draft.url} onOpen={(url) => set({ url })} />
              {plainUrl === null ? (
                <SameDestination url={draft.url} own={link?.slug} />
              ) : (
                <EscapedAmpersands onReplace={() => set({ url: plainUrl })} />
              )}
            </div>
            <SlugField
              value={draft.slug}
              check={check}
              own={link?.slug}
              keepsOld={draft.keepOldSlug}
              error={problemOf("slug")}
              onChange={(next) => set({ slug: next })}
              domain={draft.more.domain}
              onKeepOld={(keepOldSlug) => set({ keepOldSlug })}
            />
            <HostField
              value={draft.more.domain}
              error={problemOf("domain")}
              onChange={(domain) => set({ more: { ...draft.more, domain } })}
            />
            <TitleField
              value={draft.title}
              theirs={preview.title}
              error={problemOf("title")}
              onChange={(title) => set({ title })}
            />
            <TagsInput
              tags={draft.tags}
              typed={draft.tag}
              error={problemOf("tags")}
              onChange={(tags, tag) => set({ tags, tag })}
            />
            <ExpiryField
              value={draft.expires}
              error={problemOf("expiresAt")}
              onChange={(expires) => set({ expires })}
            />
            <label className="flex items-center justify-between gap-4 max-sm:min-h-11">
              <span>
                <span className="block font-medium text-small">Enabled</span>
                <span className="block text-label text-secondary">
                  When disabled, visitors get the page for unknown links.
                </span>
              </span>
              <Switch
                name="enabled"
                checked={draft.enabled}
                onChange={(event) => set({ enabled: event.target.checked })}
              />
            </label>
            <MorePart
              more={draft.more}
              url={draft.url}
              expires={draft.expires}
              refused={refused}
              field={field}
              onChange={(more) => set({ more })}
            />
            <NoteField
              value={draft.note}
              error={problemOf("note")}
              onChange={(note) => set({ note })}
            />
            {!link && <SharedAt sharing={draft.sharing} onChange={(sharing) => set({ sharing })} />}
          </div>
          <LinkAside
            draft={draft}
            preview={preview}
            link={link}
            isFree={check?.verdict === "free"}
          />
        </div>
        <DialogFoot error={refusal}>
          <EditConflict
            conflict={conflict}
            pending={pending}
            onSettle={(now, isMine) => settle(draft, now, isMine)}
          />
          <FootNote isAsking={isAsking}>{link ? "to close" : "to close, draft saved"}</FootNote>
          <Button variant={isAsking ? "dangerPlain" : "plain"} onClick={onClose}>
            {isAsking ? "Discard" : "Cancel"}
          </Button>
          <Button
            variant="primary"
            type="submit"
            disabled={pending}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            {link ? "Save changes" : "Create link"}
            <Kbd aria-hidden className="max-sm:hidden">
              {isApple ? "⌘" : "Ctrl"}
              <CornerDownLeft />
            </Kbd>
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** Hints at a destination that was copied from HTML source. Does not prevent saving. */
function EscapedAmpersands({ onReplace }: { onReplace: () => void }) {
  return (
    <p role="status" className="flex min-h-4 items-center gap-1.5 text-label text-text">
      <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
      <span>
        HTML writes <span className="mono">&amp;amp;</span> for <span className="mono">&amp;</span>.
      </span>
      <button
        type="button"
        className="text-accent hover:underline max-sm:-my-3.5 max-sm:py-3.5"
        onClick={onReplace}
      >
        Replace it
      </button>
    </p>
  );
}

/** Hints at other links with the same destination. Does not prevent saving. */
function SameDestination({ url, own }: { url: string; own: string | undefined }) {
  const settled = useDebouncedValue(withScheme(url), 300);
  const { answer: found } = useAnswer("links-to", settled ? { url: settled } : null);
  const others = found?.slugs.filter((slug) => slug !== own) ?? [];
  const total = (found?.total ?? 0) - ((found?.slugs.length ?? 0) - others.length);
  // Its line is reserved, so that no field moves when it appears.
  if (others.length === 0) return <p className="h-4" />;
  return (
    <p className="flex min-h-4 items-center gap-1.5 text-label text-secondary">
      <Info aria-hidden className="size-3.5 shrink-0" />
      {total === 1 ? "Already shortened as" : `${total} links already point here:`}
      {others.map((slug) => (
        <a
          key={slug}
          href={`/dashboard/links/${slug}`}
          className="mono truncate text-accent hover:underline"
        >
          /{slug}
        </a>
      ))}
    </p>
  );
}

/** The private note of a link. */
function NoteField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (note: string) => void;
}) {
  return (
    <Field label="Note" optional error={error} hint="Only owners see it.">
      {(control) => (
        <Textarea
          {...control}
          name="note"
          rows={2}
          maxLength={longestNote}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="min-h-16"
        />
      )}
    </Field>
  );
}
