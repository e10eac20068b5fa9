"use client";
import { type ReactNode, useId, useRef, useState } from "react";
import { useTexts } from "#texts";
import { formatNumber } from "@/lib/core/format";
import { type QrDesign, type QrLevel, qrLevels } from "@/lib/links/qr";
import { useViewer } from "../../layout/viewer-context";
import { FieldNote } from "../../ui/field";
import { Segment, Segmented } from "../../ui/segmented";
import { logoFrom, ownLogo, quietZones } from "./qr-design";
import { isQrProblem } from "./qr-picture";

/** Pixels across a PNG: 5, 10 and 20 cm in print at 300 dpi. */
export const qrSizes = { small: 600, normal: 1_200, large: 2_400 } as const;

const levels = Object.entries(qrLevels) as [QrLevel, number][];
/** A logo covers part of the code, which only these levels repair with a margin for dirt. */
const levelsWithLogo: readonly QrLevel[] = ["quartile", "high"];

interface Props {
  design: QrDesign;
  pixels: number;
  onChange: (changes: Partial<QrDesign>) => void;
  onPixels: (pixels: number) => void;
}

export function QrDesignFields({ design, pixels, onChange, onPixels }: Props) {
  const { locale } = useViewer();
  const t = useTexts("links.qr");
  const { ink, paper, level, quietZone, logo } = design;
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <ColourField
          label={t("codeColor")}
          value={ink}
          onChange={(colour) => onChange({ ink: colour })}
        />
        <ColourField
          label={t("background")}
          value={paper}
          onChange={(colour) => onChange({ paper: colour })}
        />
      </div>
      <LogoField
        logo={logo}
        onChange={(next) =>
          onChange({
            logo: next,
            ...(next && !levelsWithLogo.includes(level) ? { level: "high" as const } : {}),
          })
        }
      />
      <Choice
        label={t("correction")}
        note={
          logo ? t("correctionWithLogo", { share: t.amount(25, "percent") }) : t("correctionNote")
        }
      >
        {levels.map(([name, percent]) => (
          <Segment
            key={name}
            on={level === name}
            disabled={logo !== null && !levelsWithLogo.includes(name)}
            onClick={() => onChange({ level: name })}
          >
            {t.amount(percent, "percent")}
          </Segment>
        ))}
      </Choice>
      <Choice
        label={t("margin")}
        note={quietZone < 4 ? t("marginNarrow") : t("marginNote", { standard: 4 })}
      >
        {quietZones.map((width) => (
          <Segment
            key={width}
            on={quietZone === width}
            onClick={() => onChange({ quietZone: width })}
          >
            {width}
          </Segment>
        ))}
      </Choice>
      <Choice
        label={t("pngSize")}
        note={t("pngSizeNote", { width: Math.round(pixels / 120), dpi: 300 })}
      >
        {Object.values(qrSizes).map((size) => (
          <Segment key={size} on={pixels === size} onClick={() => onPixels(size)}>
            {formatNumber(size, locale)} px
          </Segment>
        ))}
      </Choice>
    </>
  );
}

function Choice({ label, note, children }: { label: string; note: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      <span className="font-medium text-small">{label}</span>
      <Segmented
        label={label}
        className="max-w-full max-sm:[&>button]:min-w-11 max-sm:[&>button]:justify-center [&>button]:disabled:opacity-45"
      >
        {children}
      </Segmented>
      <FieldNote>{note}</FieldNote>
    </div>
  );
}

function ColourField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (colour: string) => void;
}) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-small">
        {label}
      </label>
      <span className="flex h-(--size-control) items-center gap-2.5 rounded-control border border-control bg-surface px-2 focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-2">
        <input
          id={id}
          type="color"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="h-full w-full min-w-0 cursor-pointer bg-transparent py-1.5 outline-none"
        />
        <span aria-hidden className="mono text-secondary text-small">
          {value}
        </span>
      </span>
    </div>
  );
}

function LogoField({
  logo,
  onChange,
}: {
  logo: string | null;
  onChange: (logo: string | null) => void;
}) {
  const t = useTexts("links.qr");
  const file = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const choose = (next: string | null) => {
    setProblem(undefined);
    onChange(next);
  };
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    try {
      choose(await logoFrom(chosen));
    } catch (error) {
      setProblem(isQrProblem(error) ? error.say(t) : t("fileUnreadable"));
    }
  };
  return (
    <div className="flex flex-col items-start gap-1.5">
      <span className="font-medium text-small">{t("logo")}</span>
      <Segmented label={t("logo")}>
        <Segment on={logo === null} onClick={() => choose(null)}>
          {t("logoNone")}
        </Segment>
        <Segment on={logo === ownLogo} onClick={() => choose(ownLogo)}>
          Slugline
        </Segment>
        <Segment on={logo !== null && logo !== ownLogo} onClick={() => file.current?.click()}>
          {t("logoUpload")}
        </Segment>
      </Segmented>
      <input
        ref={file}
        type="file"
        aria-label={t("logoFile")}
        hidden
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        onChange={(event) => {
          void read(event.target.files?.[0]);
          // So that the same file can be chosen again.
          event.target.value = "";
        }}
      />
      {problem ? (
        <div role="alert">
          <FieldNote tone="bad">{problem}</FieldNote>
        </div>
      ) : (
        <FieldNote>{t("logoNote")}</FieldNote>
      )}
    </div>
  );
}
