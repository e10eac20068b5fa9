import { useTexts } from "#texts";
import { CalendarClock, CircleSlash, ClockOff } from "@/components/links/icons";
import { ArrowUpRight, CirclePause, Clock, Lock, Unlink } from "@/components/ui/icons";
import type { StatusSign } from "./link-status";

const icons: Partial<Record<StatusSign, typeof Lock>> = {
  expiring: Clock,
  protected: Lock,
  scheduled: CalendarClock,
  usedUp: CircleSlash,
  expired: ClockOff,
  disabled: CirclePause,
  moved: ArrowUpRight,
  broken: Unlink,
};
const tones: Partial<Record<StatusSign, string>> = { moved: "text-bots", broken: "text-danger" };

/** A dot for an active link; every other status has its own icon. */
export function LinkStatusIcon({ sign }: { sign: StatusSign }) {
  const t = useTexts("links.status");
  const name = t(`names.${sign}`);
  const Icon = icons[sign];
  return (
    <span
      title={name}
      className="grid w-4 shrink-0 place-items-center text-secondary [&_svg]:size-4"
    >
      {Icon ? (
        <Icon aria-hidden className={tones[sign]} />
      ) : (
        <span aria-hidden className="size-[7px] rounded-full bg-accent" />
      )}
      <span className="sr-only">{name}</span>
    </span>
  );
}
