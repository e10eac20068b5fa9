import { findProviderProblem } from "../owners/oidc/provider-health";
import { sentenceOf } from "../owners/oidc/refusal";
import { isPasswordSignIn, oidcSettings } from "../owners/oidc/settings";
import type { Check } from "./check";

/** Nothing without single sign-on. */
export async function checkSingleSignOn(): Promise<Check[]> {
  const settings = oidcSettings();
  if (!settings) return [];
  const problem = await findProviderProblem(settings);
  const name = "Single sign-on";
  const copy = { text: settings.redirectUri, what: "the redirect address" };
  const advice = `Redirect address to register there: ${settings.redirectUri}`;
  if (problem === null) {
    const answers = `${settings.name} answers at ${settings.issuer}.`;
    const finding = isPasswordSignIn() ? answers : `${answers} Passwords are off.`;
    return [{ name, state: "good", finding, advice, copy }];
  }
  const said = sentenceOf(problem.reason, settings.name);
  const detail = problem.detail ? ` (${problem.detail})` : "";
  return [
    {
      name,
      state: "bad",
      finding: `${said} OIDC_ISSUER is ${settings.issuer}${detail}.`,
      advice,
      copy,
    },
  ];
}
