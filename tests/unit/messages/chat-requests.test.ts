import { expect, it } from "vitest";
import { chatRequests, findAddressProblem } from "@/lib/messages/chat-requests";
import { exampleAddresses, receiverKinds } from "@/lib/messages/events";
import { sentenceOf } from "@/lib/messages/sentence";

const message = {
  id: "msg_1",
  text: `<!channel> *bold* & @everyone [x](https://evil.example) "q" </b>`,
  pageUrl: "https://go.example.com/dashboard/links/spring",
  open: "Open in Slugline",
};

it("Slack gets escaped text, Mattermost without Markdown and mentions, and no previews", () => {
  const escaped = `&lt;!channel&gt; *bold* &amp; @everyone [x](https://evil.example) "q" &lt;/b&gt;`;
  expect(chatRequests.slack(message, "https://hooks.slack.com/services/T/B/x")).toEqual({
    address: "https://hooks.slack.com/services/T/B/x",
    body: {
      text: String.raw`&lt;!channel&gt; \*bold\* &amp; @Zeveryone \[x\](https:Z//evil.example) "q" &lt;/b&gt;`.replaceAll(
        "Z",
        "\u200b",
      ),
      unfurl_links: false,
      unfurl_media: false,
      blocks: [
        { type: "section", text: { type: "plain_text", text: escaped, emoji: false } },
        {
          type: "context",
          elements: [{ type: "mrkdwn", text: `<${message.pageUrl}|Open in Slugline>` }],
        },
      ],
    },
  });
});

it("Discord gets escaped Markdown, no mentions and no embeds", () => {
  const { body } = chatRequests.discord(message, "https://discord.com/api/webhooks/1/x");
  expect(body).toEqual({
    content:
      String.raw`\<\!channel\> \*bold\* & \@everyone \[x\]\(https\://evil\.example\) "q" \</b\>`.concat(
        `\n<${message.pageUrl}>`,
      ),
    flags: 4,
    allowed_mentions: { parse: [] },
  });
});

it("a digest is cut to what a provider takes, at a line", () => {
  const text = Array.from({ length: 100 }, (_, line) => `${line} ${"*".repeat(50)}`).join("\n");
  const { content } = chatRequests.discord({ ...message, text }, "https://discord.com/").body as {
    content: string;
  };
  expect(content.length).toBeLessThan(2_000);
  expect(content).toMatch(/\\\*\n<https/);
  const long = { ...message, text: "*".repeat(5_000) };
  expect(
    (chatRequests.discord(long, "https://discord.com/").body.content as string).length,
  ).toBeLessThan(2_000);
});

it("Teams gets an adaptive card with plain text", () => {
  const { body } = chatRequests.teams(message, "https://example.com/");
  expect(body).toMatchObject({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: {
          type: "AdaptiveCard",
          version: "1.4",
          body: [{ type: "RichTextBlock", inlines: [{ type: "TextRun", text: message.text }] }],
          actions: [{ type: "Action.OpenUrl", url: message.pageUrl }],
        },
      },
    ],
  });
});

it("Telegram gets plain text without a preview, and the chat in the body", () => {
  const address = "https://api.telegram.org/bot1:A/sendMessage?chat_id=-100&message_thread_id=7";
  expect(chatRequests.telegram(message, address)).toEqual({
    address: "https://api.telegram.org/bot1:A/sendMessage",
    body: {
      chat_id: "-100",
      message_thread_id: "7",
      text: `${message.text}\n${message.pageUrl}`,
      link_preview_options: { is_disabled: true },
    },
  });
});

it("ntfy gets JSON at its root, with the topic and whatever else the address says", () => {
  expect(chatRequests.ntfy(message, "https://ntfy.example.com/sub/my-topic?auth=x")).toEqual({
    address: "https://ntfy.example.com/sub/?auth=x",
    body: { topic: "my-topic", title: "Slugline", message: message.text, click: message.pageUrl },
  });
});

it("Gotify gets plain text", () => {
  const address = "https://gotify.example.com/message?token=t";
  expect(chatRequests.gotify(message, address)).toMatchObject({
    address,
    body: {
      message: message.text,
      extras: { "client::display": { contentType: "text/plain" } },
    },
  });
});

it("Matrix gets a notice, once for each message, with the token in a header", () => {
  const room =
    "https://matrix.example.com/_matrix/client/v3/rooms/!r%3Aexample.com/send/m.room.message";
  expect(chatRequests.matrix(message, `${room}?access_token=secret`)).toEqual({
    method: "PUT",
    address: `${room}/msg_1`,
    headers: { Authorization: "Bearer secret" },
    body: {
      msgtype: "m.notice",
      body: `${message.text}\n${message.pageUrl}`,
      "m.mentions": {},
      "com.beeper.linkpreviews": [],
    },
  });
});

it("the examples of the settings are complete, and what is missing is named", () => {
  for (const kind of receiverKinds) {
    expect([kind, findAddressProblem(kind, exampleAddresses[kind])]).toEqual([kind, null]);
  }
  for (const topic of ["", "100%", "%ff", "a/"])
    expect([topic, findAddressProblem("ntfy", `https://ntfy.sh/${topic}`)]).toEqual([
      topic,
      topic === "a/" ? null : "mustBeNtfy",
    ]);
  // One that was stored before this was checked must not end the log, nor the sending of others.
  expect(chatRequests.ntfy(message, "https://ntfy.sh/100%").body).toMatchObject({ topic: "" });
  for (const kind of ["telegram", "ntfy", "gotify", "matrix"] as const) {
    expect(findAddressProblem(kind, "https://example.com/")).toBeTruthy();
  }
});

it("a sentence names the link by title and slug, never by its address", () => {
  const now = new Date("2026-11-26T12:00:00Z");
  const link = { slug: "spring", title: "Spring <sale>", url: "https://shop.example.com/" };
  const say = (type: string, facts: object) => sentenceOf(type, { ...link, ...facts }, now, "en");
  expect(say("link.created", {})).toBe("New link: Spring <sale> (/spring)");
  expect(say("link.updated", { changed: ["title", "url"], title: null })).toBe(
    "Link changed: /spring – Title, Destination",
  );
  expect(say("link.expiring", { expiresAt: "2026-11-29T14:20:00.000Z" })).toBe(
    "Spring <sale> (/spring) expires on 29 Nov, 14:20 UTC",
  );
  expect(say("link.used_up", { maxClicks: 1 })).toBe(
    "Spring <sale> (/spring) reached its limit of 1 click",
  );
  expect(say("digest.weekly", { from: "2026-11-16", to: "2026-11-22", clicks: 1, links: [] })).toBe(
    "1 click from 16 Nov 2026 to 22 Nov 2026\n",
  );
  expect(say("link.threshold", { threshold: 10_000 })).toBe(
    "Spring <sale> (/spring) reached 10,000 clicks",
  );
  expect(say("traffic.unusual", { clicks: 900, usual: 12.5, day: "2026-11-26" })).toBe(
    "Unusual traffic: Spring <sale> (/spring) had 900 clicks on 26 Nov, usually 13",
  );
  expect(say("link.broken", { reason: "HTTP 404.", destination: "DE" })).toBe(
    "Broken destination for Germany: Spring <sale> (/spring). HTTP 404.",
  );
  expect(say("link.recovered", {})).toBe("The destination works again: Spring <sale> (/spring)");
  expect(say("link.created", { title: "x".repeat(300) })).toHaveLength(
    "New link: ".length + 100 + " (/spring)".length,
  );
});
