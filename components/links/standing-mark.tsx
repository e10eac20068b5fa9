import { CirclePause, Clock, ClockAlert, ImageOff } from "lucide-react";
import type { StandingSign } from "./link-standing";

const names: Record<StandingSign, string> = {
  active: "Active",
  expiring: "Active, expires soon",
  expired: "Expired",
  disabled: "Disabled",
  failing: "Active, preview failing",
};

/** A dot for what works; everything else has a sign of its own. */
export function StandingMark({ sign }: { sign: StandingSign }) {
  return (
    <span title={names[sign]} className="grid w-4 shrink-0 place-items-center text-secondary [&_svg]:size-4">
      {sign === "active" && <span aria-hidden className="size-[7px] rounded-full bg-accent" />}
      {sign === "expiring" && <Clock aria-hidden />}
      {sign === "expired" && <ClockAlert aria-hidden />}
      {sign === "disabled" && <CirclePause aria-hidden />}
      {sign === "failing" && <ImageOff aria-hidden className="text-bots" />}
      <span className="sr-only">{names[sign]}</span>
    </span>
  );
}
