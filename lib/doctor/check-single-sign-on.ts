import { settingsInEffect } from "../config/site-settings";
import { findProviderProblem } from "../sign-in/oidc/provider-health";
import { sentenceOf } from "../sign-in/oidc/refusal";
import { isPasswordSignIn, oidcSettings } from "../sign-in/oidc/settings";
import { inTurn, sentence } from "../texts/sentence";
import type { Check } from "./check";

/** Nothing without single sign-on. */
export async function checkSingleSignOn(): Promise<Check[]> {
  const settings = oidcSettings(settingsInEffect());
  if (!settings) return [];
  const problem = await findProviderProblem(settings);
  const name = sentence("checkSingleSignOnName");
  const copy = settings.redirectUri;
  const advice = sentence("checkSingleSignOnAdvice", { url: settings.redirectUri });
  if (problem === null) {
    const answers = sentence("checkSingleSignOnAnswers", {
      provider: settings.name,
      issuer: settings.issuer,
    });
    const finding = isPasswordSignIn(settingsInEffect())
      ? answers
      : inTurn([answers, sentence("checkSingleSignOnPasswords")], "thenSentence");
    return [{ name, state: "good", finding, advice, copy }];
  }
  const why = sentenceOf(problem.reason, settings.name);
  const detail = problem.detail ? ` (${problem.detail})` : "";
  const issuer = sentence("checkSingleSignOnIssuer", { issuer: `${settings.issuer}${detail}` });
  return [
    {
      name,
      state: "bad",
      finding: inTurn(why ? [why, issuer] : [issuer], "thenSentence"),
      advice,
      copy,
    },
  ];
}
