import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** One TCP connection that sends raw bytes and parses HTTP/1.1 responses one by one. */
export class RawConnection {
  readonly closed: Promise<void>;
  private readonly socket: Socket;
  private received: Buffer = Buffer.alloc(0);
  private isOver = false;
  private wake: () => void = () => {};

  constructor(server: { url: string }) {
    const { hostname, port } = new URL(server.url);
    this.socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    this.socket.setNoDelay(true);
    this.closed = new Promise((resolve) => {
      const over = () => {
        this.isOver = true;
        this.wake();
        resolve();
      };
      this.socket.on("end", over).on("close", over);
    });
    this.socket.on("error", () => {});
    this.socket.on("data", (chunk) => {
      this.received = Buffer.concat([this.received, chunk]);
      this.wake();
    });
  }

  /** Resolves when the other side has accepted the data, or accepts no more. */
  send(data: string | Buffer): Promise<void> {
    return new Promise((resolve) => {
      if (this.socket.destroyed || !this.socket.writable) resolve();
      else this.socket.write(data, () => resolve());
    });
  }

  /** Sends in pieces with short pauses. */
  async trickle(data: Buffer, pieceBytes: number): Promise<void> {
    for (let from = 0; from < data.byteLength && !this.isOver; from += pieceBytes) {
      await this.send(data.subarray(from, from + pieceBytes));
      await sleep(1);
    }
  }

  /** The next final response, or null if the connection closes first. Throws on timeout. */
  async next({ isHead = false, limitMs = 15_000 } = {}): Promise<RawAnswer | null> {
    const late = AbortSignal.timeout(limitMs);
    late.addEventListener("abort", () => this.wake());
    for (;;) {
      const taken = takeAnswer(this.received, isHead, this.isOver);
      if (taken) {
        this.received = taken.rest;
        if (taken.answer.status >= 200) return taken.answer;
      } else {
        if (this.isOver) return null;
        if (late.aborted)
          throw new Error(
            `neither answered nor closed: ${this.received.toString("latin1").slice(0, 200)}`,
          );
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      }
    }
  }

  /** Sends FIN. */
  end(): void {
    this.socket.end();
  }

  /** Sends RST. */
  abort(): void {
    this.socket.resetAndDestroy();
  }
}

function takeAnswer(
  received: Buffer,
  isHead: boolean,
  isOver: boolean,
): { answer: RawAnswer; rest: Buffer } | null {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd < 0) return null;
  const [statusLine = "", ...lines] = received
    .subarray(0, headEnd)
    .toString("latin1")
    .split("\r\n");
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1]);
  if (Number.isNaN(status)) throw new Error(`not an answer: ${statusLine}`);
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
  const answer = (body: Buffer, rest: Buffer) => ({
    answer: { status, headers, body: body.toString("utf8") },
    rest,
  });
  const after = received.subarray(headEnd + 4);
  if (isHead || status < 200 || status === 204 || status === 304)
    return answer(Buffer.alloc(0), after);
  if (headers["transfer-encoding"] === "chunked") return takeChunks(after, answer);
  const length = headers["content-length"];
  if (length === undefined) return isOver ? answer(after, Buffer.alloc(0)) : null;
  return after.byteLength < Number(length)
    ? null
    : answer(after.subarray(0, Number(length)), after.subarray(Number(length)));
}

function takeChunks<T>(data: Buffer, answer: (body: Buffer, rest: Buffer) => T): T | null {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = data.indexOf("\r\n", at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(data.subarray(at, lineEnd).toString("latin1"), 16);
    const next = lineEnd + 2 + size + 2;
    if (data.byteLength < next) return null;
    if (size === 0) return answer(Buffer.concat(chunks), data.subarray(next));
    chunks.push(data.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = next;
  }
}
