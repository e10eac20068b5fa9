import { expect, it } from "vitest";
import { changedFields, loadedName } from "@/app/dashboard/(app)/settings/public/setting-field";

it("a page saves only what was changed in it", () => {
  const loaded = (name: string, text: string) => ({ [loadedName(name)]: text });
  const entered = {
    ...loaded("SITE_NAME", "Acme"),
    SITE_NAME: " Acme ",
    ...loaded("PRIVACY_URL", "https://example.com/privacy"),
    PRIVACY_URL: "",
    ...loaded("IGNORE_CASE", ""),
    IGNORE_CASE: "true",
    ...loaded("PREVIEW_PAGES", "true"),
    PREVIEW_PAGES: "true",
    // Sent only once another one was chosen.
    SITE_LOGO: "data:image/png;base64,",
  };
  const changed = changedFields(entered);
  expect(changed).toMatchObject({
    PRIVACY_URL: "",
    IGNORE_CASE: "true",
    SITE_LOGO: "data:image/png;base64,",
  });
  expect(changed).not.toHaveProperty("SITE_NAME");
  expect(changed).not.toHaveProperty("PREVIEW_PAGES");
});
