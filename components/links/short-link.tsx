import { cn } from "@/components/ui/cn";

/**
 * A short link with a muted host, an accented slash and an emphasised slug. Lists omit the host.
 */
export function ShortLink({
  host,
  slug,
  className,
}: {
  host?: string;
  slug: string;
  className?: string;
}) {
  return (
    <span className={cn("mono whitespace-nowrap text-tertiary", className)}>
      {host}
      <span className="font-medium text-accent">/</span>
      <span className="font-medium text-text">{slug}</span>
    </span>
  );
}
