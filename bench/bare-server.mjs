import { createServer } from "node:http";

/** The baseline: a redirect by node:http alone, with the same headers as ours. */
const headers = {
  Location: "https://example.com/",
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex",
  "Content-Length": "0",
};
const server = createServer((_request, response) => response.writeHead(302, headers).end());
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ port: typeof address === "object" ? address?.port : 0 });
});
