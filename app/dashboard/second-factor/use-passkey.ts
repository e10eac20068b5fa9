"use client";

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { useEffect, useState } from "react";
import { useTexts } from "#texts";
import type { Refused } from "@/lib/core/action-result";

/** Loaded on use. */
const webAuthn = () => import("@simplewebauthn/browser");

/** False until the page runs, and in browsers without passkeys. */
export function useCanPasskey(): boolean {
  const [can, setCan] = useState(false);
  useEffect(() => setCan("PublicKeyCredential" in window), []);
  return can;
}

/** Asks the browser for a new passkey, or for one that it has. */
export function useAskPasskey() {
  const t = useTexts("signIn.factor");
  // Browsers do not say why there was none, so that no page learns which passkeys exist.
  const asked = async <T>(ask: () => Promise<T>): Promise<T | Refused> => {
    try {
      return await ask();
    } catch (error) {
      const message = t(reasons[(error as Error).name] ?? "noPasskey");
      return { ok: false, code: "no_answer", message, problems: [] };
    }
  };
  return {
    forNew: (optionsJSON: PublicKeyCredentialCreationOptionsJSON) =>
      asked(async () => (await webAuthn()).startRegistration({ optionsJSON })),
    forKnown: (optionsJSON: PublicKeyCredentialRequestOptionsJSON) =>
      asked(async () => (await webAuthn()).startAuthentication({ optionsJSON })),
  };
}

/** What browsers say of themselves, by the name of the error (Web Authentication, 5.1.3). */
const reasons: Record<string, "passkeyExists" | "passkeyAtOtherAddress"> = {
  InvalidStateError: "passkeyExists",
  SecurityError: "passkeyAtOtherAddress",
};
