import { useTexts } from "#texts";
import QrCode from "@/components/links/qr/qr-code";
import { CopyButton } from "@/components/ui/copy-button";
import { type FormState, problemOf, typedInto } from "@/lib/core/action-result";
import { CodeField } from "./code-field";

export interface AppSecret {
  /** In Base32. */
  secret: string;
  /** What the QR code says. */
  uri: string;
}

/**
 * The QR code of a new secret, the secret to type, and the field for the code that proves that the
 * app has it.
 */
export function AppFields({
  app,
  state,
  autoFocus = false,
}: {
  app: AppSecret;
  state: FormState<unknown>;
  autoFocus?: boolean;
}) {
  const t = useTexts("signIn.factor");
  const common = useTexts("common");
  // Without JavaScript a refused form is rendered with another secret than the app has by now.
  const secret = typedInto(state, "secret") || app.secret;
  return (
    <>
      <input type="hidden" name="secret" value={secret} />
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={app.uri.replace(app.secret, secret)} label={t("qrCode")} size={164} />
        <div className="min-w-0 flex-[1_1_160px] text-secondary text-small">
          <p>{t("scan")}</p>
          <p className="mt-2 flex items-center gap-1">
            <span className="mono min-w-0 text-text [overflow-wrap:anywhere]">
              {secret.replaceAll(/(.{4})(?!$)/g, "$1 ")}
            </span>
            <CopyButton text={secret} label={common("copy")} variant="bare" size="tiny" />
          </p>
        </div>
      </div>
      <CodeField error={problemOf(state, "code")} autoFocus={autoFocus} />
    </>
  );
}
