import { describe, expect, it } from "vitest";
import { publicWeb, vetUrl } from "@/lib/previews/scrape-policy";

const { signal } = new AbortController();
const policy = (addresses: string[], allowed: string[] = []) => ({
  ...publicWeb({ BASE_URL: "https://go.example", PORT: 3000 }, new Set(allowed)),
  resolveHost: async () => addresses,
});
const codeOf = (url: string, addresses: string[] = ["8.8.8.8"]) =>
  vetUrl(url, policy(addresses), signal).catch((error) => error.code);

describe("vetUrl", () => {
  it("returns the addresses to connect to", async () => {
    expect(await codeOf("https://example.com/", ["8.8.8.8", "2606:4700::1111"])).toEqual([
      "8.8.8.8",
      "2606:4700::1111",
    ]);
    expect(await codeOf("http://8.8.4.4:80/")).toEqual(["8.8.4.4"]);
    expect(await codeOf("http://[2606:4700::1111]:443/")).toEqual(["2606:4700::1111"]);
  });

  it("refuses a host when any of its addresses is not public", async () => {
    expect(await codeOf("https://example.com/", ["8.8.8.8", "127.0.0.1"])).toBe(
      "address_not_public",
    );
    expect(await codeOf("https://example.com/", ["::ffff:10.0.0.1"])).toBe("address_not_public");
  });

  it.each(["http://example.com:8080/", "https://example.com:22/", "http://example.com:5432/"])(
    "refuses the port of %s",
    async (url) => {
      expect(await codeOf(url)).toBe("port_not_allowed");
    },
  );

  it.each([
    "ftp://example.com/",
    "file:///etc/passwd",
    "http://user@example.com/",
    "javascript:alert(1)",
    "https://go.example/x",
    "http://go.example./x",
  ])("refuses %s", async (url) => {
    expect(await codeOf(url)).toBe("url_not_allowed");
  });

  it("allows hosts of SCRAPE_ALLOW_HOSTS, on that port only", async () => {
    const opened = policy(["8.8.8.8"], ["127.0.0.1:1234", "[::1]:80"]);
    expect(await vetUrl("http://127.0.0.1:1234/", opened, signal)).toEqual(["127.0.0.1"]);
    expect(await vetUrl("http://0x7f.1:1234/", opened, signal)).toEqual(["127.0.0.1"]);
    expect(await vetUrl("http://[::1]/", opened, signal)).toEqual(["::1"]);
    await expect(vetUrl("http://127.0.0.1:1235/", opened, signal)).rejects.toMatchObject({
      code: "port_not_allowed",
    });
    await expect(vetUrl("http://127.0.0.1/", opened, signal)).rejects.toMatchObject({
      code: "address_not_public",
    });
    await expect(vetUrl("https://[::1]/", opened, signal)).rejects.toMatchObject({
      code: "address_not_public",
    });
  });
});
