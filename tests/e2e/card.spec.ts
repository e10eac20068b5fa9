// Run: all
import { page as answerPage, startDestination } from "../support/destinations";
import { browsers } from "../support/visitor";
import { expect, nobody, test } from "./owner";

test.use(nobody);

const payload = `"><script>alert(1)</script><img src=x onerror=alert(2)>' onload='alert(3)`;
const escaped = payload.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [360, 1280]) {
    test(`a card describes the link and runs no script, ${colorScheme}, ${width} px`, async ({
      browser,
      service,
    }, { outputDir }) => {
      const destination = await startDestination(
        {
          "/": answerPage(
            [
              ...["title", "description", "site_name"].map(
                (name) => `<meta property="og:${name}" content="Their ${name} ${escaped}">`,
              ),
              `<meta property="og:image" content="/image.png?a=1&amp;b=${escaped}">`,
            ].join(""),
          ),
        },
        undefined,
        { address: "127.0.0.1", port: service.destinationPort },
      );
      const { slug, shortUrl } = await service.api.create({
        url: `${destination.url}/`,
        title: `Quarterly report ${payload}`,
      });
      const context = await browser.newContext({
        userAgent: browsers.slack,
        colorScheme,
        viewport: { width, height: 700 },
      });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("dialog", (dialog) => complaints.push(dialog.message()) && dialog.dismiss());
      page.on("console", (message) => complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(error.message));
      const response = await page.goto(`${service.url}/${slug}`);
      expect(response?.status()).toBe(200);
      const tags = await page
        .locator("head meta[property]")
        .evaluateAll((metas) =>
          Object.fromEntries(
            metas.map((meta) => [meta.getAttribute("property"), meta.getAttribute("content")]),
          ),
        );
      expect(tags).toEqual({
        "og:title": `Quarterly report ${payload}`,
        "og:type": "website",
        "og:url": shortUrl,
        "og:site_name": `Their site_name ${payload}`,
        "og:description": `Their description ${payload}`,
        "og:image": expect.stringContaining(`${destination.url}/image.png?a=1&b=`),
      });
      await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", shortUrl);
      await expect(page.getByRole("link")).toHaveAttribute("href", `${destination.url}/`);
      expect(await page.locator("script, img").count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      );
      expect(complaints).toEqual([]);
      await page.screenshot({ path: `${outputDir}/../screens/card-${colorScheme}-${width}.png` });
      await context.close();
      await destination.close();
    });
  }
}
