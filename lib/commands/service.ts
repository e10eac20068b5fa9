import { define } from "./define";

declare module "../config/running" {
  interface Parts {
    /** Made by the service, which knows all that it measures. */
    readMetrics: (now: Date) => Promise<string>;
  }
}

/** Metrics of the whole instance for Prometheus. */
export const getMetrics = define({
  name: "getMetrics",
  role: "reader",
  run: ({ now, parts }) => parts.readMetrics(now),
  api: {
    method: "get",
    path: "/api/metrics",
    tag: "Service",
    summary: "Get metrics for Prometheus",
    access: "metrics",
    success: {
      200: { description: "The metrics of this instance.", content: { "text/plain": {} } },
    },
    answer: (text) => ({
      text,
      headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" },
    }),
  },
});
