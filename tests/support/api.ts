import assert from "node:assert/strict";
import {
  type GlobalStatistics,
  type Link,
  type LinkList,
  type LinkStatistics,
  problemSchema,
  successSchema,
} from "./contract";
import { checkAgainstDocument } from "./openapi";

export interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}

export type ApiOptions = {
  token?: string | null;
  headers?: Record<string, string>;
  rawBody?: string;
};

/**
 * A client of the JSON API that checks every response against the contract's schemas and the
 * OpenAPI document.
 */
export class Api {
  private readonly url: string;
  readonly token: string;

  constructor(server: { url: string; token: string }) {
    this.url = server.url;
    this.token = server.token;
  }

  async call<T>(
    method: string,
    path: string,
    body?: unknown,
    { token = this.token, headers = {}, rawBody }: ApiOptions = {},
  ): Promise<Answer<T>> {
    const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(payload === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
      redirect: "manual",
    });
    const text = await response.text();
    assert.equal(response.headers.get("cache-control"), "no-store", `${method} ${path}`);
    assert.ok(response.headers.get("x-request-id"), `${method} ${path}`);
    if (response.status === 204 || method === "HEAD") {
      assert.equal(text, "");
      checkAgainstDocument(method, path, response, undefined);
      return { status: response.status, headers: response.headers, body: undefined as T };
    }
    const problem = response.status >= 400;
    assert.equal(
      response.headers.get("content-type"),
      problem ? "application/problem+json" : "application/json",
      text,
    );
    checkAgainstDocument(method, path, response, JSON.parse(text));
    const parsed = (problem ? problemSchema : successSchema(method, path, body)).parse(
      JSON.parse(text),
    );
    if (problem) {
      const { status, requestId } = problemSchema.parse(parsed);
      assert.deepEqual(
        { status, requestId },
        { status: response.status, requestId: response.headers.get("x-request-id") },
      );
    }
    return { status: response.status, headers: response.headers, body: parsed as T };
  }

  /** Creates a link and fails the test if that is refused. */
  async create(body: Record<string, unknown>): Promise<Link> {
    const answer = await this.call<Link>("POST", "/api/links", {
      url: "https://example.com/",
      ...body,
    });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body;
  }

  async get(slug: string): Promise<Link> {
    return (await this.call<Link>("GET", `/api/links/${slug}`)).body;
  }

  async patch(slug: string, body: unknown): Promise<Answer<Link>> {
    return this.call<Link>("PATCH", `/api/links/${slug}`, body);
  }

  async remove(slug: string): Promise<Answer<undefined>> {
    return this.call<undefined>("DELETE", `/api/links/${slug}`);
  }

  async list(query = ""): Promise<LinkList> {
    return (await this.call<LinkList>("GET", `/api/links${query}`)).body;
  }

  async stats(slug: string, query = ""): Promise<LinkStatistics> {
    return (await this.call<LinkStatistics>("GET", `/api/links/${slug}/stats${query}`)).body;
  }

  async globalStats(): Promise<GlobalStatistics> {
    return (await this.call<GlobalStatistics>("GET", "/api/stats")).body;
  }
}
