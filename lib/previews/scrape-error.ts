import { isNamed, SaidError } from "../core/errors";
import { type Sentence, sentence } from "../texts/sentence";

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
  /** For the owner. */
  sentence: Sentence;
  /** Of the response, with the code `status`. */
  status?: number;
}

/** Fetching a destination failed. Its sentence is for the owner. */
export class ScrapeError extends SaidError {
  override readonly name = "ScrapeError";

  constructor(
    readonly code: ScrapeErrorCode,
    said: Sentence,
    /** Of the response, with the code `status`. */
    readonly status?: number,
  ) {
    super(said);
  }
}

/** Translates network, TLS, HTTP and compression errors into messages for the owner. */
export function toScrapeError(error: unknown): ScrapeError {
  if (isNamed<ScrapeError>(error, "ScrapeError")) return error;
  const code = String((error as NodeJS.ErrnoException | null)?.code ?? "");
  if (/^EPROTO$|CERT|^UNABLE_TO|SELF_SIGNED|TLS|SSL/.test(code))
    return new ScrapeError("certificate", sentence("secureConnectionFailed", { code }));
  if (/^(?:ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|EMFILE|ENFILE|ENOBUFS)$/.test(code)) {
    return new ScrapeError("no_network", sentence("noNetwork", { code }));
  }
  if (/^E[A-Z]+$/.test(code))
    return new ScrapeError("unreachable", sentence("unreachable", { code }));
  const said = code ? sentence("unreadableCode", { code }) : sentence("unreadable");
  return new ScrapeError("unreadable", said);
}
