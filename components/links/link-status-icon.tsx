import { useTexts } from "#texts";
import { CalendarClock, CircleSlash, ClockOff } from "@/components/links/icons";
import { ArrowUpRight, CirclePause, Clock, Lock, Unlink } from "@/components/ui/icons";
import type { StatusSign } from "./link-status";

/** A dot for an active link; every other status has its own icon. */
export function LinkStatusIcon({ sign }: { sign: StatusSign }) {
  const t = useTexts("links.status");
  const name = t(`names.${sign}`);
  return (
    <span
      title={name}
      className="grid w-4 shrink-0 place-items-center text-secondary [&_svg]:size-4"
    >
      {sign === "active" && <span aria-hidden className="size-[7px] rounded-full bg-accent" />}
      {sign === "expiring" && <Clock aria-hidden />}
      {sign === "protected" && <Lock aria-hidden />}
      {sign === "scheduled" && <CalendarClock aria-hidden />}
      {sign === "usedUp" && <CircleSlash aria-hidden />}
      {sign === "expired" && <ClockOff aria-hidden />}
      {sign === "disabled" && <CirclePause aria-hidden />}
      {sign === "moved" && <ArrowUpRight aria-hidden className="text-bots" />}
      {sign === "broken" && <Unlink aria-hidden className="text-danger" />}
      <span className="sr-only">{name}</span>
    </span>
  );
}
