import { ArrowLeft, CornerDownRight, Megaphone, Pencil, QrCode } from "lucide-react";
import type { Route } from "next";
import NextLink from "next/link";
import { formatDay } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";
import { cn } from "../ui/cn";
import { CopyButton } from "../ui/copy-button";
import { CommandButton } from "./command-button";
import { EditInPlace } from "./edit-in-place";
import { LinkHeadMenu } from "./link-head-menu";
import { linkStatus } from "./link-status";
import { LinkStatusIcon } from "./link-status-icon";
import { ShortLink } from "./short-link";

/** The header of a link page: short link, status, destination and actions. */
export function LinkHead({ link, previewFailure, now }: { link: Link; previewFailure: string | null; now: Date }) {
  const address = link.shortUrl.replace(/^https?:\/\//, "");
  const { sign, sentence } = linkStatus({ ...link, previewFailure }, now);
  return (
    <header className="grid gap-x-6 gap-y-4 pt-[22px] pb-5 max-sm:gap-y-3.5 max-sm:pt-3 min-[900px]:grid-cols-[minmax(0,1fr)_auto] min-[900px]:items-end">
      <div className="min-w-0">
        <NextLink
          href={"/dashboard/links" as Route}
          className="mb-2 inline-flex min-h-6 items-center gap-1.5 rounded-bar text-secondary text-small hover:text-text"
        >
          <ArrowLeft aria-hidden className="size-3.5" />
          Links
        </NextLink>
        <div className="flex min-w-0 items-center gap-2.5">
          <h1 className="min-w-0 truncate">
            <ShortLink
              host={address.slice(0, -link.slug.length - 1)}
              slug={link.slug}
              className="text-[24px] leading-8 tracking-[-0.035em] max-sm:text-[19px] max-sm:leading-7 [&>span:last-child]:font-semibold"
            />
          </h1>
          <CopyButton
            text={link.shortUrl}
            what={<span className="mono">{address}</span>}
            label={`Copy ${address}`}
            size="iconSmall"
            className="size-8 max-sm:size-11"
          />
        </div>
        <div className="mt-1">
          <EditInPlace link={link} field="title">
            <p className={cn("min-w-0 break-words", !link.title && "text-tertiary")}>{link.title ?? "No title"}</p>
          </EditInPlace>
        </div>
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-secondary text-small">
          <span className="inline-flex items-center gap-1.5">
            <LinkStatusIcon sign={sign} />
            {sign === "active" && link.expiresAt === null ? "Active, no expiry" : sentence}
          </span>
          <span className="tabular-nums">Created {formatDay(new Date(link.createdAt), { year: "always" })}</span>
          <EditInPlace link={link} field="url">
            <a
              href={link.url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-6 min-w-0 max-w-full items-center gap-1.5 rounded-bar underline-offset-3 hover:underline"
            >
              <CornerDownRight aria-hidden className="size-3.5 shrink-0 text-tertiary" />
              <span className="sr-only">Destination: </span>
              <span className="max-w-[420px] truncate">{link.url.replace(/^https?:\/\//, "")}</span>
            </a>
          </EditInPlace>
        </div>
      </div>
      <div className="flex items-center gap-2 max-sm:grid max-sm:grid-cols-[1fr_1fr_44px] sm:max-[899px]:flex-wrap">
        <CommandButton command={{ kind: "edit", link }} className="max-sm:order-3">
          <Pencil aria-hidden className="size-4" />
          Edit
        </CommandButton>
        <CommandButton command={{ kind: "qr", link }} className="max-sm:order-4 max-sm:col-span-2">
          <QrCode aria-hidden className="size-4" />
          QR code
        </CommandButton>
        <CommandButton command={{ kind: "share", link }} variant="primary" className="max-sm:order-1 max-sm:col-span-2">
          <Megaphone aria-hidden className="size-4" />
          Share by channel
        </CommandButton>
        <LinkHeadMenu link={link} />
      </div>
    </header>
  );
}
