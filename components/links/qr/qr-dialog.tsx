"use client";
import { useEffect, useMemo, useState } from "react";
import { useTexts } from "#texts";
import { CircleX } from "@/components/links/icons";
import { CircleCheck } from "@/components/ui/icons";
import type { Link } from "@/lib/links/link";
import { plainQr, type QrDesign, qrSvg } from "@/lib/links/qr";
import type { Texts } from "@/lib/texts/translator";
import { useSharedHost, useSharedUrl } from "../../layout/instance";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { Dialog } from "../../ui/dialog";
import { useDebouncedValue } from "../../ui/use-debounced-value";
import { ShortLink } from "../short-link";
import { keepDesign, keptDesign } from "./qr-design";
import { QrDesignFields, qrSizes } from "./qr-design-fields";
import { QrDownloads } from "./qr-downloads";
import { isQrProblem, qrSvgFile } from "./qr-picture";

/**
 * The QR code of a short link in the owner's colours, to download or copy. `url`: the link of a
 * channel.
 */
export default function QrDialog({
  link,
  url,
  onClose,
}: {
  link: Link;
  url: string | undefined;
  onClose: () => void;
}) {
  const t = useTexts("links.qr");
  const address = useSharedUrl()(link);
  const host = useSharedHost(link);
  const [design, setDesign] = useState(keptDesign);
  const [pixels, setPixels] = useState<number>(qrSizes.normal);
  const text = url ?? address;
  const change = (changes: Partial<QrDesign>) => {
    const next = { ...design, ...changes };
    setDesign(next);
    keepDesign(next);
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("title")}
      note={<ShortLink host={host} slug={link.slug} />}
    >
      <div className="grid md:grid-cols-[minmax(0,1fr)_400px]">
        <div className="flex min-w-0 flex-col items-center gap-4 bg-sunken px-6 py-6 max-sm:p-4">
          <QrImage text={text} design={design} />
          <ShortLink host={host} slug={link.slug} className="max-w-full truncate sm:hidden" />
          <ScanCheck text={text} design={design} />
          <div className="flex flex-wrap justify-center gap-2">
            <CopyButton text={text} variant="primary" className="max-sm:w-full">
              {t("copyLink")}
            </CopyButton>
            <QrDownloads text={text} name={link.slug} design={design} pixels={pixels} copyable />
          </div>
          <p className="text-center text-label text-secondary">
            {t("printNote", { size: t.amount(2, "centimeter") })}
          </p>
        </div>
        <div className="flex min-w-0 flex-col gap-[18px] border-hairline px-6 pt-5 pb-6 max-md:border-t max-sm:p-4 md:border-s">
          <QrDesignFields design={design} pixels={pixels} onChange={change} onPixels={setPixels} />
          <Button className="mt-auto self-start" onClick={() => change(plainQr)}>
            {t("reset")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** The file itself, as it will be saved. */
function QrImage({ text, design }: { text: string; design: QrDesign }) {
  const t = useTexts("common");
  const source = useMemo(
    () => `data:image/svg+xml,${encodeURIComponent(qrSvg(text, design))}`,
    [text, design],
  );
  return (
    <img
      src={source}
      alt={t("qrCode", { address: text.replace(/^https?:\/\//, "") })}
      width={264}
      height={264}
      className="block rounded-chip ring-1 ring-hairline [image-rendering:pixelated]"
    />
  );
}

type Say = (t: Texts<"links.qr">) => string;
type Verdict = { design: QrDesign; problem: Say | null };

/** Scans the code whenever it has changed, as every download does again. */
function ScanCheck({ text, design }: { text: string; design: QrDesign }) {
  const t = useTexts("links.qr");
  const settled = useDebouncedValue(design, 200);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const tell = (problem: Say | null) => isCurrent && setVerdict({ design: settled, problem });
    qrSvgFile(text, settled).then(
      () => tell(null),
      (error: unknown) => tell(isQrProblem(error) ? error.say : (texts) => texts("notGenerated")),
    );
    return () => {
      isCurrent = false;
    };
  }, [text, settled]);
  const { problem } = verdict ?? {};
  return (
    <p
      role="status"
      className="flex min-h-10 max-w-[340px] items-start justify-center gap-1.5 text-small [&>svg]:mt-px [&>svg]:size-4 [&>svg]:shrink-0"
    >
      {verdict?.design !== design ? (
        <span className="text-secondary">{t("checking")}</span>
      ) : problem ? (
        <>
          <CircleX aria-hidden className="text-danger" />
          <span className="text-danger">{problem(t)}</span>
        </>
      ) : (
        <>
          <CircleCheck aria-hidden className="text-accent" />
          {t("scanned")}
        </>
      )}
    </p>
  );
}
