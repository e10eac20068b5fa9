import { expect, it } from "vitest";
import { roles } from "@/lib/core/access";
import { shareCards } from "@/lib/core/share";
import { receiverChangesSchema } from "@/lib/messages/receiver-schema";
import { saidDetail } from "@/lib/texts/said";
import { detailsOf } from "../support/sentences";

it.each([
  ["editor to owner", "von Redakteur zu Inhaber"],
  ["editor, invited by Mara D. Smith", "Redakteur, eingeladen von Mara D. Smith"],
  ["reader, invited by Smith, owner", "Leser, eingeladen von Smith, owner"],
  ["editor, expires in 30 days", "Redakteur, läuft in 30 Tagen ab"],
  ["clicks of /spring as CSV", "Klicks von /spring als CSV"],
  ["2 links from YOURLS", "2 Links aus YOURLS"],
  ["2 deleted, 3 kept", "2 gelöscht, 3 behalten"],
  ["with Okta", "mit Okta"],
  ["SITE_NAME, BASE_URL", "SITE_NAME, BASE_URL"],
])("%s", (english, german) => {
  expect(saidDetail("de", english)).toBe(german);
  expect(saidDetail("en", english)).toBe(english);
});

it("lists as the language does", () => {
  expect(saidDetail("ja", "countries, links")).toBe("国、リンク");
  expect(saidDetail("zh-CN", "countries, Xy")).toBe("国家/地区, Xy");
});

/** What the parts of templates may be where they are words, not names. */
const inserted: Record<string, string[]> = {
  "with a password and {}": ["with a password and a code", "with a password and a recovery code"],
  "{} from {}": ["{} links from {}", "1 link from a file"],
  "{} of /{}": ["statistics of /{} as {}", "clicks of /{} as {}"],
  "{}, {}with {}": ["{}, with {}", "{}, invited, with {}"],
  "{}, invited {}": ["{}, invited by {}", "{}, invited on the command line"],
};

it("every detail that is noted is said", () => {
  const noted = detailsOf(["lib", "app/api", "app/dashboard"]);
  expect(noted).toEqual(expect.arrayContaining(["passkey", "unsubscribed", "chosen links"]));
  const ofData = [...roles, ...shareCards, ...Object.keys(receiverChangesSchema.shape)];
  const all = [...noted, ...ofData, "made {}", "Tag {}", "Campaign {}"]
    .filter((detail) => !/^(?:csv|json|set-up)$/.test(detail))
    .flatMap((detail) => inserted[detail] ?? [detail])
    .map((detail) => detail.replaceAll("{}", "0"));
  // Ukrainian has no Latin letters.
  const unsaid = all.filter((detail) => /[a-z]/i.test(saidDetail("uk", detail)));
  expect(unsaid).toEqual([]);
});
