import { createHash } from "node:crypto";

/**
 * The style and the script of the API's documentation page. Its policy allows these and nothing
 * else.
 */

export const docsStyle = `
@font-face { font-family: Geist; src: url(/fonts/geist-latin-variable.woff2) format("woff2"); font-weight: 100 900; font-display: swap }
@font-face { font-family: "Geist Mono"; src: url(/fonts/geist-mono-latin-variable.woff2) format("woff2"); font-weight: 100 900; font-display: swap }
:root { color-scheme: light dark; --page: light-dark(#FAFAF9, #0F0E0D); --surface: light-dark(#FFFFFF, #191715); --sunken: light-dark(#F5F4F2, #131110); --line: light-dark(#E7E5E4, #2B2825); --control: light-dark(#8A8380, #79726C); --text: light-dark(#1C1917, #F5F5F4); --soft: light-dark(#57534E, #A8A29E); --accent: light-dark(#0F766E, #2DD4BF); --on-accent: light-dark(#FFFFFF, #042F2C); --danger: light-dark(#B91C1C, #F87171); --warn: light-dark(#92400E, #FBBF24) }
* { box-sizing: border-box }
html { scroll-padding-top: 64px }
body { margin: 0; background: var(--page); color: var(--text); font: 14px/20px Geist, system-ui, sans-serif; -webkit-font-smoothing: antialiased; overflow-wrap: anywhere }
header { position: sticky; top: 0; z-index: 1; display: flex; align-items: center; justify-content: space-between; gap: 16px; min-height: 48px; padding: 0 24px; background: var(--page); border-bottom: 1px solid var(--line) }
header p { margin: 0 } header > a:not(.skip) { padding: 12px 0 } header span, dt span { color: var(--soft); font-weight: 400 }
.skip { position: absolute; top: -80px; background: var(--surface); padding: 12px } .skip:focus { top: 2px }
.page { display: grid; grid-template-columns: 232px minmax(0, 1fr); gap: 32px; max-width: 1180px; margin: 0 auto; padding: 0 24px }
nav { position: sticky; top: 48px; align-self: start; max-height: calc(100vh - 48px); overflow-y: auto; padding: 16px 0 }
nav h2 { margin: 12px 0 4px; font-size: 12px; line-height: 16px; color: var(--soft) }
nav ul { margin: 0; padding: 0; list-style: none } nav a { display: block; padding: 5px 0; color: var(--text); text-decoration: none } nav a:hover { color: var(--accent); text-decoration: underline }
main { padding: 24px 0 96px; outline: none } main > section { margin-top: 48px }
h1 { margin: 0 0 12px; font-size: 24px; line-height: 32px; letter-spacing: -0.02em } main h2 { margin: 0 0 4px; font-size: 20px; line-height: 28px; letter-spacing: -0.018em }
h3 { margin: 0; font-size: 15px; line-height: 24px } h4 { margin: 20px 0 4px; font-size: 13px; line-height: 18px } p { margin: 8px 0; max-width: 720px; text-wrap: pretty }
a { color: var(--accent); text-underline-offset: 3px; border-radius: 2px } a:focus-visible, summary:focus-visible, button:focus-visible, input:focus-visible, textarea:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
code, pre, textarea, .path b { font-family: "Geist Mono", ui-monospace, monospace; font-size: 13px }
.card { margin-top: 16px; padding: 20px 24px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px }
.path b { color: var(--accent) } .path .delete { color: var(--danger) } .path .patch, .path .put { color: var(--warn) }
pre { margin: 8px 0; padding: 12px 16px; overflow-x: auto; background: var(--sunken); border: 1px solid var(--line); border-radius: 8px; line-height: 20px; overflow-wrap: normal }
dl { margin: 4px 0 } dl.card { margin-top: 16px } dt { padding-top: 8px; font-weight: 500 } dd { margin: 0 0 8px; color: var(--soft) } dt:target { color: var(--accent) }
summary { width: fit-content; padding: 4px 0; cursor: pointer; color: var(--soft) } .try { margin-top: 16px; padding-top: 8px; border-top: 1px solid var(--line) }
form label { display: block; margin-top: 12px; font-weight: 500 } input, textarea { width: 100%; max-width: 560px; min-height: 36px; margin-top: 4px; padding: 6px 10px; color: inherit; background: var(--surface); border: 1px solid var(--control); border-radius: 6px; font-size: 14px } input { font-family: inherit }
button { display: block; min-height: 36px; margin: 16px 0 8px; padding: 0 14px; color: var(--on-accent); background: var(--accent); border: 0; border-radius: 6px; font: 500 14px/20px Geist, system-ui, sans-serif; cursor: pointer }
@media (max-width: 899px) { html { scroll-padding-top: 16px } header { position: static; padding: 0 16px } .page { display: block; padding: 0 16px } nav { position: static; max-height: none } nav a { padding: 12px 0 } .card { padding: 16px } summary { padding: 12px 0 } input, button { min-height: 44px } }
`;

/** Opens what the address names, finds operations, shows the forms for trying requests, and sends them. The token is sent only with requests. */
export const docsScript = `
for (const part of document.querySelectorAll("#token-form, .try, .find")) part.hidden = false;
const reveal = () => {
  const target = document.getElementById(location.hash.slice(1));
  const fold = target && target.closest(".card") && target.closest(".card").querySelector(".fold");
  if (!fold) return;
  fold.open = true;
  target.scrollIntoView();
};
addEventListener("hashchange", reveal);
reveal();
document.getElementById("find").addEventListener("input", ({ target }) => {
  const wanted = target.value.trim().toLowerCase();
  for (const list of document.querySelectorAll("nav ul")) {
    for (const item of list.children) item.hidden = !item.textContent.toLowerCase().includes(wanted);
    list.previousElementSibling.hidden = [...list.children].every(({ hidden }) => hidden);
  }
});
const token = document.getElementById("token");
const send = async (form) => {
  const url = new URL(form.dataset.path.replace(/\\{(\\w+)\\}/g, (_, name) => encodeURIComponent(form.elements[name].value)), location.origin);
  const headers = token.value ? { Authorization: "Bearer " + token.value } : {};
  for (const { name, value, dataset } of form.querySelectorAll("input")) {
    if (value && dataset.in === "query") url.searchParams.append(name, value);
    if (value && dataset.in === "header") headers[name] = value;
  }
  const body = form.querySelector("textarea");
  if (body) headers["Content-Type"] = body.dataset.type;
  const response = await fetch(url, { method: form.dataset.method, headers, body: body ? body.value : undefined, credentials: "omit" });
  const type = response.headers.get("Content-Type") || "";
  const isJson = /^application\\/(problem\\+)?json/.test(type);
  const text = type === "image/png" ? "A PNG picture of " + (await response.blob()).size + " bytes" : await response.text();
  return response.status + (text ? "\\n" + (isJson ? JSON.stringify(JSON.parse(text), null, 2) : text) : "");
};
document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  if (!form.dataset.path) return;
  const shown = document.createElement("pre");
  shown.tabIndex = 0;
  shown.textContent = "Sending…";
  form.querySelector("output").replaceChildren(shown);
  shown.textContent = await send(form).catch(() => "The request failed: the service does not answer.");
});
`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

export const docsPolicy = `default-src 'none'; style-src ${hashOf(docsStyle)}; script-src ${hashOf(docsScript)}; connect-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
