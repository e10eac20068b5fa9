import { findPublicBot } from "./public-bots";

/**
 * Clients that fetch a link to draw its preview, by their declared user agents. Patterns are anchored, because in-app
 * browsers contain the same names but are people. The first match counts.
 */
const unfurlers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["Slack", /^Slackbot\b|^Slack-ImgProxy\b/],
  ["Discord", /\(compatible; Discordbot\/\d/],
  // Apple Messages also names Facebook and X, so that servers send it their card.
  ["Apple Messages", /\bfacebookexternalhit\/1\.1 Facebot Twitterbot\/1\.0$/],
  // LINE and KakaoTalk send Facebook's name first. Instagram previews links under Facebook's name alone.
  ["LINE", /^facebookexternalhit\/1\.1; ?line-poker\/\d/],
  ["KakaoTalk", /^facebookexternalhit\/1\.1; ?kakaotalk-scrap\/\d/],
  ["Threads", /^facebookexternalua\b/],
  [
    "Facebook",
    /^(?:facebookexternalhit|facebookcatalog|facebookplatform|meta-externalfetcher)\/\d|^Facebot\b|\(compatible; (?:Facebot|facebookexternalhit|Meta-ExternalHit)\b/,
  ],
  ["Telegram", /^TelegramBot\b/],
  // Signal sends "WhatsApp/2" without a platform.
  ["Signal", /^WhatsApp\/2$/],
  ["WhatsApp", /^WhatsApp(?:\/\d[\w./ ]*)?$/],
  ["X", /^Twitterbot\/\d|\(compatible; Twitterbot\/\d/],
  ["LinkedIn", /^LinkedInBot\/\d/],
  ["Pinterest", /^Pinterest(?:bot)?\/\d|\(compatible; Pinterestbot\/\d/],
  ["Teams", /\bSkypeUriPreview\b.*\bTeams\b|^Microsoft-?Teams-?(?:Preview|Unfurl|Bot)|^TeamsBot\b/i],
  ["Skype", /\) SkypeUriPreview\b/],
  ["Microsoft previews", /^MicrosoftPreview\/\d|\bcompatible; MicrosoftPreview\/\d/],
  ["Bing previews", /\bBingPreview\/\d/],
  ["Mastodon", /^(?:http\.rb\/\S+ \()?Mastodon\/\d/],
  ["Misskey", /^(?:Misskey|SummalyBot)\/\d/],
  ["Lemmy", /^Lemmy\/\d/],
  ["Pleroma", /^(?:Pleroma|Akkoma) \d/],
  ["Bluesky", /^Bluesky(?:PreviewBot)?\/|\(compatible; Bluesky Cardyb\/\d/],
  ["Reddit", /^redditbot\/\d|\(compatible; redditbot\/\d/i],
  ["Embedly", /^Embedly\b|\(compatible; Embedly\/\d/],
  ["Iframely", /^Iframely\/\d/],
  ["Viber", /^Viber\b(?!.*Mozilla)/],
  ["Notion", /^Notion(?:Embedder|bot)\b|^Notion\/\d[\d.]* \(|\(compatible; Notion(?:Embedder|bot)\b/i],
  ["Snapchat", /^Snap[- ]URL[- ]Preview\b|\(compatible; Snap(?: URL Preview Service|URLPreview)\b/],
  [
    "Google previews",
    /\bGoogle-PageRenderer\b|^GoogleMessages(?:Preview)?\b|^Google-Messages\b|\(compatible; GoogleMessages\b|; Google Web Preview\)|\bGoogle \(\+https:\/\/developers\.google\.com\/\+\/web\/snippet\/\)/,
  ],
  ["Yahoo previews", /\(compatible; Yahoo Link Preview;/],
  // A search tool's crawler is called ZoomBot too.
  ["Zoom", /^Zoom(?:Bot\b(?!.*seozoom)|\.us Link Preview|LinkPreview)/i],
  ["Trello", /^Trello(?:Bot)?\b/],
  ["Tumblr", /^Tumblr\/\d/],
  ["VK", /\(compatible; (?:vkShare|VKRobot)\b/],
  ["Odnoklassniki", /^OdklBot\/\d|\(compatible; OdklBot\/\d/],
  ["XING", /^XING-contenttabreceiver\/\d|\) Xing Bot$/],
  ["Quora", /^Quora(?: Link Preview|-Bot)\/\d/],
  ["Flipboard", /\((?:compatible; )?FlipboardProxy\/\d/],
  ["Medium", /^MediumBot-MetaTagFetcher\/\d|\(compatible; MediumBot-MetaTagFetcher\/\d/i],
  ["Ghost", /^Ghost\(|\(compatible; Ghost\/\d/],
  ["Discourse", /^Discourse Forum Onebox\b/],
  ["Mattermost", /^[Mm]attermost-[Bb]ot\/\d/],
  ["Matrix", /^Synapse\b.*\(bot; /],
  ["Zulip", /\bZulipURLPreview\/\d/],
  ["Nextcloud", /^Nextcloud Server Crawler$/],
  ["Steam", /\(SteamChatURLLookup\)/],
  ["Buffer", /^BufferLinkPreviewBot\/\d/],
  ["GroupMe", /^GroupMeBot\/\d/],
  ["Keybase", /\(compatible; KeybaseBot\b/],
  ["ClickUp", /^ClickUpLinkUnfurler\/\d/],
  ["Evernote", /^EvernoteRichLinkBot\/\d/],
  ["Chatwork", /^Chatwork LinkPreview\b/],
  ["DingTalk", /^DingTalkBot-LinkService\/\d/],
  ["OpenGraph.io", /\(compatible; OpenGraph\.io\/\d/],
  ["Friendica", /^Friendica\b/],
  ["Hatena", /^Hatena(?:Bookmark)?\b/],
  ["NewShareCounts", /\(compatible; NewShareCounts\.com\/\d/],
  ["dbot", /\) \(dbot\)$/],
  ["Slugline", /^SluglineBot\/\d/],
];

/** The preview bot that sent this user agent, or null. The names above win over the public data set. */
export function findUnfurler(userAgent: string): string | null {
  const known = unfurlers.find(([, pattern]) => pattern.test(userAgent));
  if (known) return known[0];
  const bot = findPublicBot(userAgent);
  return bot?.isPreview ? bot.name : null;
}
