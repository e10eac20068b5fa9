import { isNamed } from "../core/is-named";

type ScrapeErrorCode =
  | "url_not_allowed"
  | "address_not_public"
  | "port_not_allowed"
  | "host_not_found"
  /** The fault is this server's: its name server or its network. */
  | "no_network"
  | "unreachable"
  | "certificate"
  | "timeout"
  | "status"
  | "too_many_redirects"
  | "not_html"
  | "not_image"
  | "too_large"
  | "unreadable";

export interface ScrapeFailure {
  code: ScrapeErrorCode;
  /** A sentence for the owner. */
  message: string;
  /** Of the response, with the code `status`. */
  status?: number;
}

/** Fetching a destination failed. The message is a sentence for the owner. */
export class ScrapeError extends Error {
  override readonly name = "ScrapeError";

  constructor(
    readonly code: ScrapeErrorCode,
    message: string,
    /** Of the response, with the code `status`. */
    readonly status?: number,
  ) {
    super(message);
  }
}

/** Translates network, TLS, HTTP and compression errors into messages for the owner. */
export function toScrapeError(error: unknown): ScrapeError {
  if (isNamed<ScrapeError>(error, "ScrapeError")) return error;
  const code = String((error as NodeJS.ErrnoException | null)?.code ?? "");
  if (/^EPROTO$|CERT|^UNABLE_TO|SELF_SIGNED|TLS|SSL/.test(code))
    return new ScrapeError("certificate", `The secure connection failed (${code}).`);
  if (/^(?:ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|EMFILE|ENFILE|ENOBUFS)$/.test(code)) {
    return new ScrapeError(
      "no_network",
      `This server has no connection to the destination's network (${code}).`,
    );
  }
  if (/^E[A-Z]+$/.test(code))
    return new ScrapeError("unreachable", `The server cannot be reached (${code}).`);
  const message = code ? `The response cannot be read (${code}).` : "The response cannot be read.";
  return new ScrapeError("unreadable", message);
}
