import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { PublicLayout } from "@/components/layout/public-layout";
import { getPublicLook } from "@/components/layout/public-look";
import { ShareReport } from "@/components/shares/share-report";
import { type ShareWords, shareWords } from "@/components/shares/share-words";
import { buttonStyle } from "@/components/ui/button";
import { env, originOf } from "@/lib/config/env";
import { sharePathOf } from "@/lib/core/share";
import { shortUrlOf } from "@/lib/core/slug";
import { type PartData, partData } from "@/lib/http/part-data";
import { answerUnavailable } from "@/lib/http/response-status";
import { noAnswerTextsFor } from "@/lib/pages/share-texts";
import { openShares } from "@/lib/shares/open-shares";
import type { StoredShare } from "@/lib/shares/share-figures";
import { formattingLocale } from "@/lib/texts/languages";
import { type Opened, openShare } from "./open-share";
import { PasswordForm } from "./password-form";

type Props = PageProps<"/dashboard/share/[token]">;

/** In the visitor's language, as the pages of a link are. */
const getLook = cache(async () => {
  const look = await getPublicLook();
  const { language } = look.texts;
  const accepted = (await headers()).get("accept-language");
  return { ...look, language, words: shareWords(language, formattingLocale(language, accepted)) };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const opened = await partData(openShare((await params).token));
  const { name, logo, texts, words } = await getLook();
  return {
    title:
      opened.ok && !opened.value
        ? texts.noPageTitle
        : `${titleOf(opened, words)} · ${name ?? "Slugline"}`,
    robots: { index: false, follow: false },
    referrer: "no-referrer",
    manifest: null,
    ...(logo && { icons: { icon: logo.src } }),
  };
}

function titleOf(opened: PartData<Opened | null>, { texts }: ShareWords): string {
  if (!opened.ok || !opened.value) return texts.busyTitle;
  return opened.value.isAdmitted ? nameOf(opened.value.share) : texts.protectedTitle;
}

/** Statistics that an owner shares with whoever has the address. */
export default async function SharePage({ params }: Props) {
  const { token } = await params;
  const opened = await partData(openShare(token));
  if (!opened.ok) return <Busy />;
  if (!opened.value) notFound();
  const { share, isAdmitted } = opened.value;
  if (!isAdmitted) return <Protected token={token} />;
  const figures = await partData(openShares().read(token, share));
  if (!figures.ok) return <Busy />;
  if (!figures.value) notFound();
  const { words } = await getLook();
  return (
    <PublicLayout note={new URL(env().BASE_URL).host} isWide>
      <ShareReport
        name={nameOf(share)}
        note={share.title}
        figures={figures.value}
        words={words}
        file={share.csv ? `${sharePathOf(token)}/csv` : null}
      />
    </PublicLayout>
  );
}

function nameOf({ slug, domain, tag, campaign }: StoredShare): string {
  if (slug !== null) return shortUrlOf(slug, originOf(domain)).replace(/^https?:\/\//, "");
  return tag ?? campaign ?? "";
}

async function Busy() {
  answerUnavailable();
  const { texts, words } = await getLook();
  return <Message title={words.texts.busyTitle}>{texts.busy}</Message>;
}

async function Protected({ token }: { token: string }) {
  const { texts, words, language } = await getLook();
  // The cookie of a page in a frame of another site would be that site's.
  const isFramed = (await headers()).get("sec-fetch-dest") === "iframe";
  return (
    <Message title={words.texts.protectedTitle}>
      {isFramed ? (
        <a
          href={sharePathOf(token)}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonStyle({ className: "mt-3" })}
        >
          {words.texts.inTab}
        </a>
      ) : (
        <PasswordForm
          token={token}
          label={texts.password}
          button={texts.continue}
          texts={noAnswerTextsFor(language)}
        />
      )}
    </Message>
  );
}

function Message({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <PublicLayout note={new URL(env().BASE_URL).host}>
      <h1 className="mt-5 mb-1 font-semibold text-title tracking-head">{title}</h1>
      <div className="text-pretty text-secondary">{children}</div>
    </PublicLayout>
  );
}
