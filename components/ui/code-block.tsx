import { useTexts } from "#texts";
import { CopyButton } from "./copy-button";

/** A terminal command with a copy button. */
export function CodeBlock({ code }: { code: string }) {
  const t = useTexts("common");
  return (
    <div className="flex w-full items-start gap-2 overflow-hidden rounded-control bg-sunken py-3 pe-2 ps-4 text-start font-mono text-[13px] leading-5 tracking-mono inset-ring inset-ring-hairline">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <pre tabIndex={0} className="ltr-text min-w-0 flex-1 overflow-x-auto">
        <code>{code}</code>
      </pre>
      <CopyButton
        text={code}
        label={t("copy")}
        variant="bare"
        size="tiny"
        className="max-sm:-my-2 max-sm:size-9"
      />
    </div>
  );
}
