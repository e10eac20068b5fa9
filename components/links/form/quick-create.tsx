"use client";

import { type FormEvent, lazy, Suspense, useRef, useState } from "react";
import { useTexts } from "#texts";
import { CornerDownLeft, CornerDownRight } from "@/components/links/icons";
import { Link as LinkIcon, Megaphone, QrCode as QrIcon } from "@/components/ui/icons";
import { mayBeDone } from "@/lib/core/action-result";
import type { FieldProblem } from "@/lib/core/errors";
import { defaultsOf } from "@/lib/core/new-link-defaults";
import { withScheme } from "@/lib/core/typed-destination";
import type { Link } from "@/lib/links/link";
import type { Texts } from "@/lib/texts/translator";
import { useInstance } from "../../layout/instance";
import { useOpenDialog } from "../../layout/open-dialog";
import { useViewer } from "../../layout/viewer-context";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { CopyButton, writeClipboard } from "../../ui/copy-button";
import { FieldNote } from "../../ui/field";
import { Kbd } from "../../ui/kbd";
import { Tag } from "../../ui/tag";
import { showToast } from "../../ui/toast";
import { ShortLink } from "../short-link";
import { attemptsOf } from "./attempts";
import { formerUse } from "./former-use";
import { usePasteSeveral } from "./paste-several";
import { useCreateLink } from "./use-create-link";

const attempts = attemptsOf("quick-link");
const QrCode = lazy(() => import("../qr/qr-code"));

/** Creates a link from a pasted URL, copies the short link and shows it with follow-up actions. */
export function QuickCreate({ hasFocus = false }: { hasFocus?: boolean }) {
  const [t, saving, slugTexts] = [
    useTexts("form.quick"),
    useTexts("form.saving"),
    useTexts("form.slug"),
  ];
  const createLink = useCreateLink(attempts);
  const { host, newLink } = useInstance();
  const viewer = useViewer();
  const form = useRef<HTMLFormElement>(null);
  // A repetition must be equal to what was sent first, its expiry too.
  const beganAt = useRef<Date>(null);
  const [made, setMade] = useState<{ link: Link; isCopied: boolean }>();
  const [refusal, setRefusal] = useState<string>();
  const paste = usePasteSeveral();
  // Not a transition: that would last until the page is refreshed, and a disabled button loses the
  // next Enter.
  const [isSending, setIsSending] = useState(false);

  const shorten = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const given = new FormData(event.currentTarget);
    const slug = String(given.get("slug")).trim();
    setIsSending(true);
    beganAt.current ??= new Date();
    const warning = slug ? await formerUse(slug, viewer, t) : "";
    const result = await createLink({
      url: withScheme(String(given.get("url"))),
      ...(slug && { slug }),
      ...defaultsOf(newLink, beganAt.current),
    });
    setIsSending(false);
    if (result.ok || !mayBeDone(result)) beganAt.current = null;
    if (!result.ok) return setRefusal(refusalOf(result, t));
    setRefusal(undefined);
    form.current?.reset();
    const isCopied = await writeClipboard(result.value.shortUrl);
    setMade({ link: result.value, isCopied });
    const link = `${host}/${result.value.slug}`;
    const created = saving(isCopied ? "createdAndCopied" : "created", { link });
    showToast(warning ? t("createdAgain", { first: created, second: warning }) : created);
  };

  const cell =
    "flex min-w-0 items-center gap-2.5 rounded-[9px] px-3.5 focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-2 max-md:h-11 max-md:rounded-control max-md:border max-md:border-control max-md:bg-surface max-md:px-3";
  return (
    <Card aria-label={t("label")} className="px-(--space-pad) py-4">
      <form
        ref={form}
        noValidate
        onSubmit={shorten}
        className="grid max-md:gap-2 md:h-12 md:grid-cols-[minmax(0,1fr)_minmax(0,300px)_auto] md:rounded-card md:border md:border-control md:bg-surface"
      >
        <label className={cell}>
          <LinkIcon aria-hidden className="size-4 shrink-0 text-tertiary" />
          <span className="sr-only">{t("url")}</span>
          <input
            name="url"
            type="url"
            inputMode="url"
            required
            onPaste={paste}
            placeholder={t("paste")}
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: only while there is no link, when this is all there is to do
            autoFocus={hasFocus}
            aria-invalid={refusal ? true : undefined}
            aria-describedby={refusal ? "quick-refusal" : undefined}
            className="h-full w-full min-w-0 flex-1 bg-transparent outline-none"
          />
        </label>
        <label
          dir="ltr"
          className={`${cell} gap-0! md:rounded-none md:border-hairline-strong md:border-s`}
        >
          <span className="max-w-[60%] truncate font-mono text-[13px] text-tertiary tracking-mono">
            {host}
          </span>
          <span aria-hidden className="font-medium font-mono text-[13px] text-accent">
            /
          </span>
          <span className="sr-only">{slugTexts("title")}</span>
          <input
            name="slug"
            placeholder={t("slugHint")}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="mono h-full w-full min-w-0 flex-1 bg-transparent outline-none"
          />
        </label>
        <Button
          variant="primary"
          type="submit"
          disabled={isSending}
          className="md:m-1 md:h-[38px] md:rounded-chip md:pe-3 md:ps-4"
        >
          {t("shorten")}
          <Kbd aria-hidden>
            <CornerDownLeft />
          </Kbd>
        </Button>
      </form>
      {refusal && (
        <div role="alert">
          <FieldNote id="quick-refusal" tone="bad" className="mt-2">
            {refusal}
          </FieldNote>
        </div>
      )}
      {made && <Made {...made} />}
    </Card>
  );
}

function Made({ link, isCopied }: { link: Link; isCopied: boolean }) {
  const [t, common] = [useTexts("form.quick"), useTexts("common")];
  const open = useOpenDialog();
  const { host } = useInstance();
  return (
    <div className="mt-4 flex items-center gap-4 border-hairline border-t pt-4 max-md:flex-wrap max-sm:gap-3">
      <Suspense fallback={<span className="size-[58px]" />}>
        <QrCode text={link.shortUrl} size={58} />
      </Suspense>
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-2">
          <ShortLink
            host={host}
            slug={link.slug}
            className="truncate text-[19px] leading-[26px] tracking-[-0.025em] max-sm:text-lead"
          />
          {isCopied && (
            <Tag tone="accent" className="max-sm:hidden">
              {common("copied")}
            </Tag>
          )}
        </div>
        <div className="mt-0.5 flex min-w-0 items-center gap-1.5 text-secondary text-small">
          <CornerDownRight aria-hidden className="size-3.5 shrink-0 text-tertiary" />
          <span className="ltr-text truncate">{link.url.replace(/^https?:\/\//, "")}</span>
        </div>
      </div>
      <div className="flex gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:[&>:last-child]:col-span-2">
        <CopyButton text={link.shortUrl}>{common("copy")}</CopyButton>
        <Button onClick={() => open({ kind: "qr", link })}>
          <QrIcon aria-hidden className="size-4" />
          {t("qr")}
        </Button>
        <Button onClick={() => open({ kind: "share", link })}>
          <Megaphone aria-hidden className="size-4" />
          {t("share")}
        </Button>
      </div>
    </div>
  );
}

function refusalOf(
  { message, problems }: { message: string; problems: readonly FieldProblem[] },
  t: Texts<"form.quick">,
): string {
  const sentence = ({ path, code, message }: FieldProblem) => {
    if (path === "url" && code === "invalid_format") return t("invalidUrl");
    if (path === "url") return t("urlProblem", { problem: message });
    return path === "slug" ? t("slugProblem", { problem: message }) : message;
  };
  return problems.length === 0 ? message : problems.map(sentence).join(" ");
}
