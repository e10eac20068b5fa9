// Run: all
import { describe, expect, it } from "vitest";
import { useService } from "../support/service";
import { postForm, visit } from "../support/visitor";

/**
 * Promise 18: guessing slugs is slow, and nobody who has a right one notices. Next alone refuses
 * alike: `both-ways`.
 */
describe("unknown slugs", () => {
  const perMinute = 5;
  const service = useService({ env: { NOT_FOUND_LIMIT: String(perMinute) } });
  const from = (address: string) => ({ headers: { "X-Forwarded-For": address } });

  it("get 429 for a network beyond the limit, while links keep redirecting", async () => {
    const [live, hidden] = [
      await service.api.create({ url: "https://example.com/" }),
      await service.api.create({ enabled: false }),
    ];
    // A limit begins with the first request, so all of this is in one minute of the server's clock.
    await service.server.setClock("2030-05-01T10:00:00.000Z");
    const statuses: number[] = [];
    for (let index = 0; index < perMinute + 2; index++) {
      const slug = index === 0 ? hidden.slug : `guess-${index}`;
      statuses.push(
        (await visit(service.server, `/${slug}`, from(`2001:db8:0:7::${index}`))).status,
      );
    }
    expect(statuses).toEqual([...Array<number>(perMinute).fill(404), 429, 429]);

    const guesser = from("2001:db8:0:7::ffff");
    const refused = await visit(service.server, "/guess-again", guesser);
    expect(refused).toMatchObject({
      status: 429,
      headers: {
        "retry-after": expect.stringMatching(/^[1-6]?\d$/),
        "cache-control": "private, no-store",
      },
    });
    expect(refused.body).toContain("<h1>");
    expect(refused.body).not.toContain("2001:db8");
    // Whether a link is disabled or was never made must not show here either.
    expect((await visit(service.server, `/${hidden.slug}`, guesser)).body).toBe(refused.body);
    expect(
      await visit(service.server, "/guess-again", { ...guesser, method: "HEAD" }),
    ).toMatchObject({ status: 429, body: "" });

    // A form for a link that leads somewhere is no guess, one for another slug is.
    for (let index = 0; index < perMinute + 2; index++) {
      expect(
        (await postForm(service.server, `/${live.slug}`, { a: "b" }, from("192.0.2.7").headers))
          .status,
      ).toBe(405);
    }
    expect((await visit(service.server, "/guess-first", from("192.0.2.7"))).status).toBe(404);
    expect(
      (await postForm(service.server, "/guess-again", { a: "b" }, guesser.headers)).status,
    ).toBe(429);

    // Never visited before, so the database is asked for it.
    expect((await visit(service.server, `/${live.slug}`, guesser)).status).toBe(302);
    expect((await visit(service.server, "/guess-again", from("192.0.2.1"))).status).toBe(404);
    await service.server.setClock("2030-05-01T10:02:00.000Z");
    expect((await visit(service.server, "/guess-again", guesser)).status).toBe(404);
    await service.server.setClock(null);
    expect(service.server.output()).not.toContain("2001:db8");
  });
});
