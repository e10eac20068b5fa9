import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export interface Mailbox {
  port: number;
  mails: { from: string; to: string[]; raw: string; secure: boolean }[];
  close: () => Promise<void>;
}

/** A mail server on loopback that keeps what it gets. */
export async function startMailbox(options: SMTPServerOptions = {}): Promise<Mailbox> {
  const mails: Mailbox["mails"] = [];
  const server = new SMTPServer({
    authOptional: true,
    ...options,
    onData: (stream, session, done) => {
      let raw = "";
      stream.on("data", (chunk) => (raw += chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : "";
        mails.push({ from, to: rcptTo.map(({ address }) => address), raw, secure: session.secure });
        done();
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return { port, mails, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
