import { CornerDownRight } from "lucide-react";
import { formatDay } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";
import { cn } from "../ui/cn";
import { EditInPlace } from "./edit-in-place";
import { LinkRemedy } from "./link-remedy";
import { linkStatus, type StatusSign } from "./link-status";
import { LinkStatusIcon } from "./link-status-icon";

const problems: Partial<Record<StatusSign, { tint: string; effect: string }>> = {
  disabled: { tint: "bg-danger-tint", effect: "Visitors get a 404 page." },
  expired: { tint: "bg-danger-tint", effect: "Visitors get a 404 page." },
  broken: { tint: "bg-bots-tint", effect: "Visitors are still redirected." },
};

/**
 * The state of a link, when it was created and where it leads. A link that does not work gets a banner with its remedy. The
 * line has the same height in each state, so that the page does not move when the state changes.
 */
export function LinkStateLine({ link, brokenReason, now }: { link: Link; brokenReason: string | null; now: Date }) {
  const { sign, sentence } = linkStatus({ ...link, brokenReason }, now);
  const problem = problems[sign];
  const said = sign === "disabled" ? "Disabled" : sign === "active" && link.expiresAt === null ? "Active, no expiry" : sentence;
  return (
    <div className="flex min-w-0 items-center gap-x-4 gap-y-1.5 text-secondary text-small max-md:flex-col max-md:items-stretch min-[900px]:col-span-2">
      <div
        className={cn(
          "flex min-w-0 items-center gap-2 h-10 max-sm:h-14 md:max-w-[70%]",
          problem && cn("rounded-control pr-1.5 pl-3 text-text", problem.tint),
        )}
      >
        <LinkStatusIcon sign={sign} />
        <p className="line-clamp-2 min-w-0 md:line-clamp-1">
          {said}
          {problem && <span className="text-secondary">. {problem.effect}</span>}
        </p>
        {problem && <LinkRemedy link={link} sign={sign} />}
      </div>
      <div className="flex min-w-0 items-center gap-4">
        <span className="whitespace-nowrap tabular-nums">Created {formatDay(new Date(link.createdAt), { year: "always" })}</span>
        <EditInPlace link={link} field="url">
          <a
            href={link.url}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-6 min-w-0 items-center gap-1.5 rounded-bar underline-offset-3 hover:underline max-sm:min-h-11"
          >
            <CornerDownRight aria-hidden className="size-3.5 shrink-0 text-tertiary" />
            <span className="sr-only">Destination: </span>
            <span className="truncate">{link.url.replace(/^https?:\/\//, "")}</span>
          </a>
        </EditInPlace>
      </div>
    </div>
  );
}
