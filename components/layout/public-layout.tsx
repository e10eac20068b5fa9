import type { CSSProperties, ReactNode } from "react";
import type { PageLook } from "@/lib/pages/page-look";
import { cn } from "../ui/cn";
import { Logo, Watermark } from "./logo";
import { getPublicLook } from "./public-look";

/**
 * Layout of the public pages outside the dashboard, which follows the owner's settings. `link` is
 * the last one in the footer. `isWide`: for more than a few sentences.
 */
export async function PublicLayout({
  children,
  note,
  link = null,
  isWide = false,
}: {
  children: ReactNode;
  note: string;
  link?: { href: string; text: string } | null;
  isWide?: boolean;
}) {
  const look = await getPublicLook();
  const last = link && (
    <a href={link.href} className="hover:underline">
      {link.text}
    </a>
  );
  return (
    <div
      className={cn(
        "relative grid min-h-svh grid-rows-[1fr_auto] overflow-hidden p-6",
        isWide && "max-sm:p-4 print:block print:p-0",
      )}
      style={colorsOf(look)}
    >
      {look.logo === null && look.name === null && !isWide && <Watermark />}
      <main
        className={cn(
          "relative w-full max-w-[1200px] justify-self-center",
          isWide ? "pb-8" : "self-center pb-[12vh] *:max-w-[440px]",
        )}
      >
        <Sign look={look} />
        {children}
      </main>
      <footer
        className={`relative mx-auto flex w-full max-w-[1200px] justify-between gap-4 border-hairline border-t pt-4 text-label text-tertiary${look.links.length > 0 ? " flex-wrap" : ""}`}
      >
        <span>{note}</span>
        {look.links.length === 0 ? (
          last
        ) : (
          <nav className="flex flex-wrap gap-x-4 *:-my-1 *:py-1 max-sm:*:-my-1.5 max-sm:*:py-3.5">
            {look.links.map(({ href, text }) => (
              <a key={href + text} href={href} className="hover:underline">
                {text}
              </a>
            ))}
            {last}
          </nav>
        )}
      </footer>
    </div>
  );
}

function Sign({ look: { logo, name } }: { look: PageLook }) {
  if (logo)
    return <img src={logo.src} alt={logo.alt} className="h-10 object-contain object-left" />;
  return name ? <p className="font-semibold text-lead">{name}</p> : <Logo />;
}

function colorsOf({ accent }: PageLook): CSSProperties | undefined {
  if (accent === null) return undefined;
  const { light, dark, onLight, onDark } = accent;
  return {
    "--color-accent": `light-dark(${light}, ${dark})`,
    "--color-on-accent": `light-dark(${onLight}, ${onDark})`,
    "--color-accent-tint": "color-mix(in srgb, var(--color-accent) 12%, transparent)",
  } as CSSProperties;
}
