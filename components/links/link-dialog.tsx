"use client";

import { CornerDownLeft, Info, Link as LinkIcon } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState, useTransition } from "react";
import { messageOf, problemOf, type Refused } from "@/lib/core/action-result";
import { withScheme } from "@/lib/core/typed-destination";
import type { Link } from "@/lib/links/link";
import { useInstance } from "../layout/instance";
import { useOpenDialog } from "../layout/open-dialog";
import { takeTyped } from "../layout/typed-ahead";
import { useViewer } from "../layout/viewer-context";
import { Button } from "../ui/button";
import { copyText, writeClipboard } from "../ui/copy-button";
import { Dialog, DialogFoot } from "../ui/dialog";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Kbd } from "../ui/kbd";
import { Switch } from "../ui/switch";
import { showToast } from "../ui/toast";
import { answerOf } from "../ui/use-action";
import { useDebouncedValue } from "../ui/use-debounced-value";
import { FootNote, useDiscardQuestion } from "./discard-question";
import { ExpiryField } from "./expiry-field";
import type { LinkInput } from "./link-actions";
import { useLinkActions } from "./link-actions";
import { LinkAside } from "./link-aside";
import { changesOf, keepDraft, type LinkDraft, toNewLink, undoOf } from "./link-draft";
import { useAnswer } from "./link-queries";
import { focusRow } from "./list-keys";
import { SlugField, useSlugCheck } from "./slug-field";
import { useFollowLink } from "./use-follow-link";
import { type DialogSubject, useLinkDraft } from "./use-link-draft";

/** Creates a link, perhaps a copy of another, or edits `link`. */
export default function LinkDialog({ onClose, ...subject }: DialogSubject & { onClose: () => void }) {
  const { link, from } = subject;
  const { isApple } = useViewer();
  const urlInput = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const { draft, set } = useLinkDraft(subject);
  const { save, pending, refusal, problemOf } = useSave(link, from, onClose, form);
  const check = useSlugCheck(draft.slug, draft.url, draft.title, link?.slug);
  const { isAsking, close } = useDiscardQuestion(link, draft, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(draft);
  };

  return (
    <Dialog
      open
      wide
      onClose={close}
      initialFocus={urlInput}
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
                    }}
                    onChange={(event) => set({ url: event.target.value })}
                  />
                )}
              </Field>
              <SameDestination url={draft.url} own={link?.slug} />
            </div>
            <SlugField value={draft.slug} check={check} own={link?.slug} error={problemOf("slug")} onChange={(next) => set({ slug: next })} />
            <Field label="Title" optional error={problemOf("title")} hint="Shown in link previews. Defaults to the slug.">
              {(control) => (
                <Input {...control} name="title" value={draft.title} autoComplete="off" onChange={(event) => set({ title: event.target.value })} />
              )}
            </Field>
            <ExpiryField value={draft.expires} error={problemOf("expiresAt")} onChange={(expires) => set({ expires })} />
            <label className="flex items-center justify-between gap-4 max-sm:min-h-11">
              <span>
                <span className="block font-medium text-small">Enabled</span>
                <span className="block text-label text-secondary">When disabled, the short link returns 404.</span>
              </span>
              <Switch name="enabled" checked={draft.enabled} onChange={(event) => set({ enabled: event.target.checked })} />
            </label>
          </div>
          <LinkAside draft={draft} qr={draft.slug.trim() === link?.slug ? "works" : check?.verdict === "free" ? "planned" : "none"} />
        </div>
        {refusal && (
          <p role="alert" className="px-6 pb-4 text-danger text-small">
            {refusal}
          </p>
        )}
        <DialogFoot>
          <FootNote isAsking={isAsking}>{link ? "to close" : "to close, draft saved"}</FootNote>
          <Button variant={isAsking ? "dangerPlain" : "plain"} onClick={onClose}>
            {isAsking ? "Discard" : "Cancel"}
          </Button>
          <Button variant="primary" type="submit" disabled={pending} aria-keyshortcuts="Control+Enter Meta+Enter">
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

/** Submits the form. Field errors are shown at their fields, and the first one gets the focus. */
function useSave(link: Link | undefined, from: Link | undefined, onClose: () => void, form: React.RefObject<HTMLFormElement | null>) {
  const actions = useLinkActions();
  const { host } = useInstance();
  const open = useOpenDialog();
  const follow = useFollowLink();
  const [refused, setRefused] = useState<Refused | null>(null);
  const [pending, start] = useTransition();

  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [refused, form]);

  const create = async (draft: LinkDraft) => {
    const result = await answerOf(actions.createLink(toNewLink(draft)));
    if (!result.ok) return setRefused(atField(result));
    const created = result.value;
    const { slug, shortUrl } = created;
    keepDraft(null, from?.slug);
    focusRow(slug);
    onClose();
    const isCopied = await writeClipboard(shortUrl);
    showToast(`${isCopied ? "Created and copied" : "Created"} ${host}/${slug}`, {
      actions: [
        { name: "Copy", run: () => void copyText(shortUrl) },
        { name: "QR code", run: () => open({ kind: "qr", link: created }) },
        { name: "Share", run: () => open({ kind: "share", link: created }) },
      ],
    });
  };
  const edit = async (before: Link, changes: LinkInput) => {
    const result = await answerOf(actions.updateLink(before.slug, changes));
    if (!result.ok) return setRefused(atField(result));
    const { slug } = result.value;
    const undo = async () => {
      const undone = await answerOf(actions.updateLink(slug, undoOf(before, changes)));
      if (!undone.ok) return showToast(`Could not undo: ${undone.message}`, { failed: true });
      showToast("Undone");
      follow(slug, before.slug);
    };
    showToast(`Saved /${slug}`, Object.keys(changes).length > 0 ? { undo: () => void undo() } : {});
    onClose();
    follow(before.slug, slug);
  };
  // A ref, because a second Ctrl+Enter may come before `pending` is rendered.
  const isSaving = useRef(false);
  const save = (draft: LinkDraft) => {
    if (isSaving.current) return;
    isSaving.current = true;
    start(async () => {
      await (link ? edit(link, changesOf(link, draft)) : create(draft));
      isSaving.current = false;
    });
  };

  return {
    save,
    pending,
    refusal: messageOf(refused),
    problemOf: (path: string) => problemOf(refused, path),
  };
}

/** A taken slug is shown at its field. */
function atField(refused: Refused): Refused {
  const { code, message } = refused;
  return code === "slug_taken" ? { ...refused, problems: [{ path: "slug", code: "not_allowed", message }] } : refused;
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
        <a key={slug} href={`/dashboard/links/${slug}`} className="mono truncate text-accent hover:underline">
          /{slug}
        </a>
      ))}
    </p>
  );
}
