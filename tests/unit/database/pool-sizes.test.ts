import { expect, it } from "vitest";
import { parseEnv } from "@/lib/config/env";
import { connectionsOpened, poolSizes } from "@/lib/database/pool-sizes";

const url = "postgresql://db/slugline";

it.each([
  ["5", { visitors: 1, owners: 1, statistics: 1, shares: 0, maintenance: 1 }],
  ["15", { visitors: 4, owners: 4, statistics: 3, shares: 1, maintenance: 2 }],
  ["45", { visitors: 13, owners: 16, statistics: 9, shares: 1, maintenance: 5 }],
])("DATABASE_CONNECTIONS=%s gives each purpose its share", (DATABASE_CONNECTIONS, sizes) => {
  expect(poolSizes(parseEnv({ DATABASE_CONNECTIONS }))).toEqual(sizes);
});

it("opens as many as DATABASE_CONNECTIONS allows, and none of them twice", () => {
  for (let number = 5; number <= 400; number++) {
    const config = parseEnv({ DATABASE_CONNECTIONS: String(number) });
    expect(connectionsOpened(config)).toBe(number);
    const { shares, ...others } = poolSizes(config);
    for (const size of Object.values(others)) expect(size).toBeGreaterThan(0);
    expect(shares).toBeLessThan(2);
  }
});

it("counts workers, a read replica's listener and an instance without pages", () => {
  const shared = { DATABASE_URL: url, BASE_URL: "https://go.example.com" };
  expect(connectionsOpened(parseEnv({ WORKERS: "3" }))).toBe(45);
  expect(
    connectionsOpened(
      parseEnv({ ...shared, DATABASE_REPLICA_URL: "postgresql://replica/slugline" }),
    ),
  ).toBe(16);
  expect(connectionsOpened(parseEnv({ ...shared, ROLE: "redirects" }))).toBe(7);
});

it.each([
  ["1", { owners: 1, shares: 0 }],
  ["2", { owners: 1, shares: 1 }],
  ["9", { owners: 8, shares: 1 }],
])("takes the size of a pool from its former variable: %s", (owners, sizes) => {
  const given = { DATABASE_CONNECTIONS: "25", DATABASE_OWNER_CONNECTIONS: owners };
  expect(poolSizes(parseEnv(given))).toEqual({
    ...poolSizes(parseEnv({ DATABASE_CONNECTIONS: "25" })),
    ...sizes,
  });
});
