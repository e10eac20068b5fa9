import { useTexts } from "#texts";
import { cn } from "../../ui/cn";
import { Skeleton } from "../../ui/skeleton";

const frame = "rounded-card border border-hairline bg-surface";

/** Skeletons at the final sizes, to avoid layout shift. */
export function TotalsSkeleton() {
  const t = useTexts("stats.skeleton");
  return (
    <div role="status" aria-label={t("loadingStatistics")} className={frame}>
      <div className="grid gap-y-4 border-hairline border-b p-5 max-sm:grid-cols-2 sm:grid-cols-3">
        {[0, 1, 2].map((place) => (
          <span key={place} className="grid gap-2.5">
            <Skeleton className="w-20" />
            <Skeleton className="h-6 w-24" />
            <Skeleton className="w-28 max-w-full" />
          </span>
        ))}
      </div>
      <Skeleton className="m-5 h-[258px] rounded-control max-sm:h-[240px]" />
    </div>
  );
}

export function CardSkeleton({ count }: { count: number }) {
  const t = useTexts("stats.skeleton");
  return Array.from({ length: count }, (_, place) => (
    <div key={place} role="status" aria-label={t("loading")} className={cn(frame, "h-[264px] p-5")}>
      <Skeleton className="w-32" />
      <div className="mt-7 grid gap-4">
        {[72, 64, 52, 40, 28].map((width) => (
          <Skeleton key={width} className={widths[width]} />
        ))}
      </div>
    </div>
  ));
}

/** In the place of rows inside a card. */
export function RowsSkeleton() {
  const t = useTexts("stats.skeleton");
  return (
    <div role="status" aria-label={t("loading")} className="grid h-[240px] content-start gap-5 p-5">
      {[72, 64, 52, 40, 28].map((width) => (
        <Skeleton key={width} className={widths[width]} />
      ))}
    </div>
  );
}

const widths: Record<number, string> = {
  72: "w-3/4",
  64: "w-2/3",
  52: "w-1/2",
  40: "w-5/12",
  28: "w-1/4",
};
