import type { Route } from "next";
import NextLink from "next/link";
import { useTexts } from "#texts";
import { useSaid } from "@/components/texts/get-said";
import { ArrowLeft, Megaphone, Pencil, QrCode } from "@/components/ui/icons";
import { originOf } from "@/lib/config/env";
import { shortUrlOf } from "@/lib/core/slug";
import { CommandButton } from "../../layout/command-button";
import { cn } from "../../ui/cn";
import { CopyButton } from "../../ui/copy-button";
import { EditInPlace } from "../form/edit-in-place";
import { linkStatus } from "../link-status";
import { ShortLink } from "../short-link";
import { LinkHeadMenu } from "./link-head-menu";
import { LinkStateLine, type LinkStateProps } from "./link-state-line";

/** The header of a link page: short link, status, destination and actions. */
export function LinkHead({ link, brokenReason, moved, changed, ...viewing }: LinkStateProps) {
  const t = useTexts("links.page");
  const actions = useTexts("links.actions");
  const common = useTexts("common");
  const sharedUrl = shortUrlOf(link.slug, originOf(link.domain));
  const address = sharedUrl.replace(/^https?:\/\//, "");
  const { sign } = linkStatus(
    { ...link, brokenReason, movedTo: moved?.to ?? null },
    useTexts("links.status"),
    { ...viewing, said: useSaid() },
  );
  return (
    <header className="grid gap-x-6 gap-y-3 pt-[22px] pb-4 max-sm:gap-y-1.5 max-sm:pt-2 max-sm:pb-3 print:hidden min-[900px]:grid-cols-[minmax(0,1fr)_auto] min-[900px]:items-end">
      <div className="min-w-0">
        <NextLink
          href={"/dashboard/links" as Route}
          className="mb-2 inline-flex min-h-6 max-sm:-my-2.5 max-sm:py-2.5 items-center gap-1.5 rounded-bar text-secondary text-small hover:text-text"
        >
          <ArrowLeft aria-hidden className="size-3.5" />
          {t("links")}
        </NextLink>
        <div className="flex min-w-0 items-center gap-2.5">
          <h1 dir="ltr" className="min-w-0 truncate">
            <ShortLink
              host={address.slice(0, -link.slug.length - 1)}
              slug={link.slug}
              className="text-[24px] leading-8 tracking-[-0.035em] max-sm:text-[19px] max-sm:leading-7 [&>span:last-child]:font-semibold"
            />
          </h1>
          <CopyButton
            text={sharedUrl}
            label={common("copyThat", { text: address })}
            size="iconSmall"
            className="size-8 max-sm:size-11"
          />
        </div>
        <div className="mt-1">
          <EditInPlace link={link} field="title">
            <p dir="auto" className={cn("min-w-0 break-words", !link.title && "text-tertiary")}>
              {link.title ?? t("noTitle")}
            </p>
          </EditInPlace>
        </div>
      </div>
      <LinkStateLine {...{ link, brokenReason, moved, changed, ...viewing }} />
      <div className="flex items-center gap-2 min-[900px]:col-start-2 min-[900px]:row-start-1 sm:max-[899px]:flex-wrap">
        <CommandButton command={{ kind: "edit", link }} className="max-sm:order-2 max-sm:px-3.5">
          <Pencil aria-hidden className="size-4" />
          <span className="max-sm:sr-only">{actions("edit")}</span>
        </CommandButton>
        <CommandButton command={{ kind: "qr", link }} className="max-sm:order-2 max-sm:px-3.5">
          <QrCode aria-hidden className="size-4" />
          <span className="max-sm:sr-only">{actions("qrCode")}</span>
        </CommandButton>
        <CommandButton
          command={{ kind: "share", link }}
          variant={
            sign === "disabled" || sign === "expired" || sign === "usedUp" ? "plain" : "primary"
          }
          className="max-sm:order-1 max-sm:min-w-0 max-sm:flex-1 max-[339px]:px-2 max-[339px]:[&>svg]:hidden"
        >
          <Megaphone aria-hidden className="size-4" />
          {actions("share")}
        </CommandButton>
        <LinkHeadMenu link={link} />
      </div>
    </header>
  );
}
