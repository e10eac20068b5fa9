"use client";

import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/browser";
import { useEffect, useState } from "react";
import type { Refused } from "@/lib/core/action-result";

/** Loaded on use. */
const webAuthn = () => import("@simplewebauthn/browser");

/** False until the page runs, and in browsers without passkeys. */
export function useCanPasskey(): boolean {
  const [can, setCan] = useState(false);
  useEffect(() => setCan("PublicKeyCredential" in window), []);
  return can;
}

export function makePasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<RegistrationResponseJSON | Refused> {
  return asked(async () => (await webAuthn()).startRegistration({ optionsJSON }));
}

export function getPasskey(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthenticationResponseJSON | Refused> {
  return asked(async () => (await webAuthn()).startAuthentication({ optionsJSON }));
}

/** What browsers say of themselves, by the name of the error (Web Authentication, 5.1.3). */
const reasons: Record<string, string> = {
  InvalidStateError: "This device has a passkey for this account already.",
  SecurityError: "Passkeys do not work at this address. Open the dashboard at its own address.",
};

/** Browsers do not say why there was none, so that no page learns which passkeys exist. */
async function asked<T>(ask: () => Promise<T>): Promise<T | Refused> {
  try {
    return await ask();
  } catch (error) {
    const message =
      reasons[(error as Error).name] ??
      "The browser gave no passkey. Try again, or choose another device.";
    return { ok: false, code: "no_answer", message, problems: [] };
  }
}
