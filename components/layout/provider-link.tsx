import { useTexts } from "#texts";
import { buttonStyle } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

/** Leads to the provider of single sign-on. `isOnly`: there is no form with a password below. */
export function ProviderLink({
  href,
  isOnly,
  children,
}: {
  href: string;
  isOnly: boolean;
  children: string;
}) {
  const t = useTexts("signIn");
  const variant = isOnly ? "primary" : "plain";
  return (
    <div className="mt-6">
      <a href={href} className={cn(buttonStyle({ variant }), "h-auto min-h-10 w-full py-2")}>
        <span className="min-w-0 whitespace-normal text-center [overflow-wrap:anywhere]">
          {children}
        </span>
      </a>
      {!isOnly && (
        <p className="mt-6 flex items-center gap-3 text-label text-tertiary before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline">
          {t("or")}
        </p>
      )}
    </div>
  );
}
