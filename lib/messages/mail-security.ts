/** How a connection to the mail server is protected, best first. */
export const securities = ["verified", "encrypted", "none"] as const;

export type MailSecurity = (typeof securities)[number];

/** Codes of Node and OpenSSL for certificates and handshakes. */
const tlsCodes =
  /^(ETLS|EPROTO|ERR_TLS_|ERR_SSL_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|ERROR_IN_CERT)/;

/** Whether encryption failed, before anything of a mail was sent. */
export function isTlsFailure(error: unknown): boolean {
  const { code = "", originalCode = "" } = error as { code?: string; originalCode?: string };
  return tlsCodes.test(code) || tlsCodes.test(originalCode);
}
