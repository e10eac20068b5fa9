import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { generateSecret, signedHeaders } from "@/lib/messages/standard-webhooks";

it("signs what the library of Standard Webhooks verifies, and nothing else", () => {
  const [secret, other] = [generateSecret(), generateSecret()];
  expect(secret).not.toBe(other);
  const body = JSON.stringify({ type: "link.created", data: { title: 'Größe "1" 🎉' } });
  const headers = signedHeaders(
    { id: "msg_1", timestamp: Math.floor(Date.now() / 1_000), body },
    secret,
  );
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(headers["webhook-signature"]).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  for (const [key, text, sent] of [
    [other, body, headers],
    [secret, `${body} `, headers],
    [secret, body, { ...headers, "webhook-id": "msg_2" }],
  ] as const) {
    expect(() => new Webhook(key).verify(text, sent)).toThrow();
  }
});

it("signs the example of the specification", () => {
  const body = '{"test": 2432232314}';
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
  expect(signedHeaders({ id, timestamp: 1_614_265_330, body }, secret)["webhook-signature"]).toBe(
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  );
});
