import { expect, it, vi } from "vitest";
import { checkMail } from "@/lib/doctor/check-mail";
import { Mailer } from "@/lib/messages/mail";
import { useConfig } from "../support/config";

useConfig({ SMTP_URL: "smtp://a:b@mail.example.com", MAIL_FROM: "links@example.com" });

it("signs in at the mail server once a minute, however many pages ask", async () => {
  const examine = vi
    .spyOn(Mailer.prototype, "examine")
    .mockResolvedValue({ security: "verified", reason: null });
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  for (let page = 0; page < 3; page++) expect(await checkMail()).toHaveLength(1);
  expect(examine).toHaveBeenCalledTimes(1);
  now.mockReturnValue(60_000);
  await checkMail();
  expect(examine).toHaveBeenCalledTimes(2);
});
