import { useTexts } from "#texts";
import { CircleHelp } from "@/components/links/icons";
import { Smartphone, Tablet, Tv } from "@/components/stats/icons";
import { type IconComponent, Monitor } from "@/components/ui/icons";
import { CodeTag } from "../ui/tag";

/** The location of a click, as far as the edge platform provided it. */
export function PlaceCell({
  country,
  region,
  city,
}: {
  country: string | null;
  region: string | null;
  city: string | null;
}) {
  if (!country) return <span className="text-tertiary">–</span>;
  return (
    <span className="flex items-center gap-1.5">
      <CodeTag>{country}</CodeTag>
      <span className="truncate">{city ?? region}</span>
    </span>
  );
}

const icons: Record<string, IconComponent> = {
  Desktop: Monitor,
  Mobile: Smartphone,
  Tablet,
  TV: Tv,
  Console: Tv,
  Wearable: Smartphone,
};

/** Icon of a device type. */
export function DeviceIcon({ device, className }: { device: string; className?: string }) {
  const Icon = icons[device] ?? CircleHelp;
  return <Icon aria-hidden className={className} />;
}

export function DeviceCell({
  device,
  browser,
  os,
}: {
  device: string;
  browser: string;
  os: string;
}) {
  const t = useTexts("stats.clicks");
  const names = [browser, os].filter((name) => name !== "Unknown");
  return (
    <span className="flex items-center gap-1.5" title={device}>
      <DeviceIcon device={device} className="size-4 shrink-0 text-tertiary" />
      {names.length === 0 ? t("unknown") : t.list(names)}
    </span>
  );
}
