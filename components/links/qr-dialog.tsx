"use client";

import type { Link } from "@/lib/links/link";
import { useInstance } from "../layout/instance";
import { CopyButton } from "../ui/copy-button";
import { Dialog } from "../ui/dialog";
import { QrCode } from "./qr-code";
import { QrDownloads } from "./qr-downloads";
import { ShortLink } from "./short-link";

export default function QrDialog({ link, onClose }: { link: Link; onClose: () => void }) {
  const { host } = useInstance();
  return (
    <Dialog open onClose={onClose} title="QR code">
      <div className="flex flex-col items-center gap-4 px-6 py-6">
        <QrCode text={link.shortUrl} size={232} />
        <ShortLink host={host} slug={link.slug} className="max-w-full truncate text-lead" />
        <div className="flex flex-wrap justify-center gap-2">
          <CopyButton text={link.shortUrl} variant="primary">
            Copy link
          </CopyButton>
          <QrDownloads text={link.shortUrl} name={link.slug} />
        </div>
        <p className="text-label text-secondary">Print at 2 cm or larger and keep the white margin.</p>
      </div>
    </Dialog>
  );
}
