import { expect, it } from "vitest";
import { relyingPartyOf } from "@/lib/sign-in/second-factor/passkeys";

it.each([
  ["https://links.example.com", "links.example.com"],
  ["https://links.example.com:8443", "links.example.com"],
  ["http://localhost:3000", "localhost"],
  ["http://dash.localhost:3000", "dash.localhost"],
])("passkeys of %s are bound to %s", (origin, id) => {
  expect(relyingPartyOf(origin)).toEqual({ id, origin });
});

it.each([
  "http://links.example.com",
  "http://127.0.0.1:3000",
  "https://192.0.2.1",
  "https://[2001:db8::1]:8443",
  "http://[::1]:3000",
])("browsers have none at %s", (origin) => {
  expect(relyingPartyOf(origin)).toBeNull();
});
