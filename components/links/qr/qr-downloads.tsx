"use client";
import { useTexts } from "#texts";
import { commonTexts } from "@/components/texts/common-texts";
import { Copy, Download } from "@/components/ui/icons";
import { plainQr, type QrDesign } from "@/lib/links/qr";
import type { Texts } from "@/lib/texts/translator";
import { Button, type ButtonVariants } from "../../ui/button";
import { saveFile } from "../../ui/save-file";
import { showToast } from "../../ui/toast";
import { isQrProblem, qrPng, qrSvgFile } from "./qr-picture";

/**
 * Downloads the QR code of `text`, generated in the browser. What does not scan is not handed out.
 */
export function QrDownloads({
  text,
  name,
  size,
  design = plainQr,
  pixels = 1_200,
  copyable = false,
}: {
  text: string;
  /** File name without extension. */
  name: string;
  size?: ButtonVariants["size"];
  design?: QrDesign;
  /** Across a PNG. 1,200 is 10 cm in print at 300 dpi. */
  pixels?: number;
  copyable?: boolean;
}) {
  const t = useTexts("links.qr");
  return (
    <span className="flex flex-wrap gap-2">
      <Button size={size} onClick={() => void save(t, qrSvgFile(text, design), `${name}.svg`)}>
        <Download aria-hidden className="size-4" />
        SVG
      </Button>
      <Button size={size} onClick={() => void save(t, qrPng(text, design, pixels), `${name}.png`)}>
        <Download aria-hidden className="size-4" />
        PNG
      </Button>
      {copyable && (
        <Button size={size} onClick={() => void copy(t, qrPng(text, design, pixels))}>
          <Copy aria-hidden className="size-4" />
          {t("copyImage")}
        </Button>
      )}
    </span>
  );
}

async function save(t: Texts<"links.qr">, picture: Promise<Blob>, name: string): Promise<void> {
  try {
    saveFile(await picture, name);
  } catch (error) {
    showToast(reasonOf(t, error) ?? t("notGenerated"), { failed: true });
  }
}

async function copy(t: Texts<"links.qr">, picture: Promise<Blob>): Promise<void> {
  // It is reported below, but not before the browser has answered.
  picture.catch(() => {});
  try {
    // A promise, because Safari forgets the press while it waits for one.
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
    showToast(commonTexts()("copied"));
  } catch (error) {
    const problem = await picture.then(() => error).catch((reason: unknown) => reason);
    showToast(reasonOf(t, problem) ?? t("copyBlocked"), { failed: true });
  }
}

function reasonOf(t: Texts<"links.qr">, error: unknown): string | undefined {
  return isQrProblem(error) ? error.say(t) : undefined;
}
