import { cn } from "@/components/ui/cn";

/** The host steps back, the slash carries the accent, the slug is what one reads. In lists the host is left out. */
export function ShortLink({ host, slug, className }: { host?: string; slug: string; className?: string }) {
  return (
    <span className={cn("mono whitespace-nowrap text-tertiary", className)}>
      {host}
      <span className="font-medium text-accent">/</span>
      <span className="font-medium text-text">{slug}</span>
    </span>
  );
}
