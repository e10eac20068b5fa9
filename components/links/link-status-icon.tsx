import { CalendarClock, CircleSlash, ClockOff } from "@/components/links/icons";
import { CirclePause, Clock, Lock, Unlink } from "@/components/ui/icons";
import type { StatusSign } from "./link-status";

const names: Record<StatusSign, string> = {
  active: "Active",
  expiring: "Active, expires soon",
  protected: "Active, asks for a password",
  scheduled: "Not started",
  usedUp: "Used up",
  expired: "Expired",
  disabled: "Disabled",
  broken: "Active, destination broken",
};

/** A dot for an active link; every other status has its own icon. */
export function LinkStatusIcon({ sign }: { sign: StatusSign }) {
  return (
    <span
      title={names[sign]}
      className="grid w-4 shrink-0 place-items-center text-secondary [&_svg]:size-4"
    >
      {sign === "active" && <span aria-hidden className="size-[7px] rounded-full bg-accent" />}
      {sign === "expiring" && <Clock aria-hidden />}
      {sign === "protected" && <Lock aria-hidden />}
      {sign === "scheduled" && <CalendarClock aria-hidden />}
      {sign === "usedUp" && <CircleSlash aria-hidden />}
      {sign === "expired" && <ClockOff aria-hidden />}
      {sign === "disabled" && <CirclePause aria-hidden />}
      {sign === "broken" && <Unlink aria-hidden className="text-danger" />}
      <span className="sr-only">{names[sign]}</span>
    </span>
  );
}
