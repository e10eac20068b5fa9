import { destinationPlace } from "../core/destination";
import { longestPassword } from "../core/link-extras";
import { dateFormat, numberFormat } from "../texts/intl-formats";
import { escapeHtml } from "./html";
import { type PageLook, plainLook } from "./page-look";
import type { PublicTexts } from "./public-texts";
import { addressLine, homeLink, page, pagePolicy } from "./visitor-pages";

/**
 * Pages of a link that a visitor sees before its destination. Like the others, they have no script.
 */

const css = `
form { display: flex; flex-wrap: wrap; align-items: end; gap: 8px; margin-top: 16px; max-width: 440px }
label { flex: 1 1 100%; font-weight: 500; color: var(--text) }
input { flex: 1 1 200px; min-width: 0; height: 44px; padding: 0 12px; border: 1px solid var(--faint); border-radius: 8px; background: transparent; color: var(--text); font: 16px/20px Geist, system-ui, sans-serif }
button, .go { display: inline-flex; align-items: center; min-height: 44px; padding: 0 16px; border: 0; border-radius: 8px; background: var(--accent); color: var(--on-accent, var(--page)); font: 500 14px/20px Geist, system-ui, sans-serif; text-decoration: none; cursor: pointer }
input:focus-visible, button:focus-visible, .go:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.alert { flex: 1 1 100%; font-weight: 500; color: var(--text) }
.host { margin: 4px 0; max-width: none; font-size: 28px; line-height: 36px; font-weight: 600; letter-spacing: -0.018em; color: var(--text) }
.more { margin: 20px 0 }
`;

/**
 * Browsers apply `form-action` to the redirect behind the form too (CSP level 3), so naming the
 * destination would show it.
 */
export const passwordPolicy = (look: PageLook) => pagePolicy(look, { css, hasForm: true });
export const previewPolicy = (look: PageLook) => pagePolicy(look, { css });

interface PasswordForm {
  slug: string;
  baseUrl: string;
  status: number;
  /** The host that led here, which the form hands on. */
  referrer: string | null;
  /** What became of the form before. */
  problem: FormProblem | null;
}

export type FormProblem =
  | { text: "wrongPassword" | "unreadableForm" }
  | { text: "tooManyGuesses" | "busy"; retryAfterS: number };

/** Posts to the address that the visitor asked for, with its query. */
export function passwordPage(
  { slug, baseUrl, status, referrer, problem }: PasswordForm,
  look: PageLook = plainLook,
): string {
  const { texts } = look;
  const described = problem ? ` aria-invalid="true" aria-describedby="problem"` : "";
  const alert = problem
    ? `<p id="problem" class="alert" role="alert">${formProblemText(problem, texts)}</p>\n`
    : "";
  const handedOn =
    referrer === null
      ? ""
      : `<input type="hidden" name="referrer" value="${escapeHtml(referrer)}">\n`;
  return page(
    {
      title: texts.passwordTitle,
      status,
      css,
      body: `${addressLine(slug, baseUrl)}
<p>${texts.passwordText}</p>
<form method="post">
<label for="password">${texts.password}</label>
<input id="password" type="password" name="password" required autofocus autocomplete="off" maxlength="${longestPassword}"${described}>
<button>${texts.continue}</button>
${alert}${handedOn}</form>`,
      footer: homeLink(baseUrl),
    },
    look,
  );
}

export function formProblemText(problem: FormProblem, texts: PublicTexts): string {
  if (problem.text !== "tooManyGuesses") return texts[problem.text];
  const minutes = numberFormat(texts.lang, {
    style: "unit",
    unit: "minute",
    unitDisplay: "long",
  });
  return texts.tooManyGuesses.replace("{minutes}", () =>
    minutes.format(Math.ceil(problem.retryAfterS / 60)),
  );
}

interface PreviewedLink {
  url: string;
  title: string | null;
  createdAt: Date;
}

/** Shows where a link leads before the visitor goes there. `query`: handed on to the short link. */
export function previewPage(
  slug: string,
  link: PreviewedLink,
  query: string,
  baseUrl: string,
  look: PageLook = plainLook,
): string {
  const { url, title, createdAt } = link;
  const { texts } = look;
  const to = escapeHtml(`/${slug}${query === "" ? "" : `?${query}`}`);
  const place = escapeHtml(destinationPlace(url));
  const month = dateFormat(texts.lang, {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(createdAt);
  return page(
    {
      title: texts.previewTitle,
      tabTitle: `${texts.previewTitle} ${place}`,
      status: 200,
      css,
      body: `<p class="host">${place}</p>
${title === null ? "" : `<p>${escapeHtml(title)}</p>\n`}<p>${texts.previewCreated.replace("{month}", () => month)}</p>
<p class="more"><a class="go" href="${to}" rel="nofollow">${texts.continue}</a></p>
${addressLine(slug, baseUrl)}`,
      footer: homeLink(baseUrl),
    },
    look,
  );
}
