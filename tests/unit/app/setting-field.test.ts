import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { changedFields, loadedName } from "@/app/dashboard/(app)/settings/public/setting-field";
import { siteSettingNames } from "@/lib/pages/site-schema";

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

it("each setting of owners has a field on a page of settings", () => {
  const folder = "app/dashboard/(app)/settings";
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith("page.tsx"))
    .map((name) => readFileSync(`${folder}/${name}`, "utf8"))
    .join("");
  expect(siteSettingNames.filter((name) => !pages.includes(`name: "${name}"`))).toEqual([]);
});
