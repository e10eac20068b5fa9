import { withoutModel } from "../core/client-software";
import { findPublicBot } from "./public-bots";

/**
 * Clients that fetch a link to draw its preview, by their declared user agents. A name that only a
 * bot has counts at any place, such as behind the product that runs it. Names of apps are anchored,
 * because in-app browsers contain them but are people.
 */
const unfurlers: readonly (readonly [name: string, pattern: RegExp])[] = [
  // These send the names of Facebook or X too, so that servers send them the card made for those.
  ["Apple Messages", /\bfacebookexternalhit\/1\.1 Facebot Twitterbot\/1\.0$/],
  ["LINE", /\bline-poker\/\d/],
  ["KakaoTalk", /\bkakaotalk-scrap\/\d/],
  ["Telegram", /\bTelegramBot\b/],
  ["Slack", /\bSlackbot\b|\bSlack-ImgProxy\b/],
  ["Discord", /\bDiscordbot\b/],
  ["Threads", /\bfacebookexternalua\b/],
  [
    "Facebook",
    /\b(?:facebookexternalhit|facebookcatalog|facebookplatform|meta-externalfetcher|Meta-ExternalHit)\b|\bFacebot\b/,
  ],
  // Signal sends "WhatsApp/2" without a platform.
  ["Signal", /^WhatsApp\/2$/],
  ["WhatsApp", /^WhatsApp(?:\/\d[\w./ ]*)?$/],
  ["X", /\bTwitterbot\b/],
  ["LinkedIn", /\bLinkedInBot\b/],
  ["Pinterest", /^Pinterest\/\d|\bPinterestbot\b/],
  [
    "Teams",
    /\bSkypeUriPreview\b.*\bTeams\b|\bMicrosoft-?Teams-?(?:Preview|Unfurl|Bot)|\bTeamsBot\b/i,
  ],
  ["Skype", /\bSkypeUriPreview\b/],
  ["Microsoft previews", /\bMicrosoftPreview\b/],
  ["Bing previews", /\bBingPreview\b/],
  ["Mastodon", /^(?:http\.rb\/\S+ \()?Mastodon\/\d/],
  ["Misskey", /^Misskey\/\d|\bSummalyBot\b/],
  ["Lemmy", /^Lemmy\/\d/],
  ["Pleroma", /^(?:Pleroma|Akkoma) \d/],
  ["Bluesky", /^Bluesky\/|\bBlueskyPreviewBot\b|\bBluesky Cardyb\b/],
  ["Reddit", /\bredditbot\b/i],
  ["Embedly", /\bEmbedly\b/],
  ["Iframely", /\bIframely\b/],
  ["Viber", /^Viber\b(?!.*Mozilla)/],
  ["Notion", /\bNotion(?:Embedder|bot)\b|^Notion\/\d[\d.]* \(/i],
  ["Snapchat", /\bSnap[- ]URL[- ]?Preview\b|\bSnapURLPreview\b/],
  [
    "Google previews",
    /\bGoogle-PageRenderer\b|^GoogleMessages(?:Preview)?\b|^Google-Messages\b|\(compatible; GoogleMessages\b|\bGoogle Web Preview\b|\bGoogle \(\+https:\/\/developers\.google\.com\/\+\/web\/snippet\/\)/,
  ],
  ["Yahoo previews", /\bYahoo Link Preview\b/],
  // A search tool's crawler is called ZoomBot too.
  ["Zoom", /^Zoom(?:Bot\b(?!.*seozoom)|\.us Link Preview|LinkPreview)/i],
  ["Trello", /^Trello(?:Bot)?\b/],
  ["Tumblr", /^Tumblr\/\d/],
  ["VK", /\bvkShare\b|\bVKRobot\b/],
  ["Odnoklassniki", /\bOdklBot\b/],
  ["XING", /\bXING-contenttabreceiver\b|\bXing Bot\b/],
  ["Quora", /\bQuora(?: Link Preview|-Bot)\b/],
  ["Flipboard", /\bFlipboardProxy\b/],
  ["Medium", /\bMediumBot-MetaTagFetcher\b/i],
  ["Ghost", /^Ghost\(|\(compatible; Ghost\/\d/],
  ["Discourse", /\bDiscourse Forum Onebox\b/],
  ["Mattermost", /\bMattermost-Bot\b/i],
  ["Matrix", /^Synapse\b.*\(bot; /],
  ["Zulip", /\bZulipURLPreview\b/],
  ["Nextcloud", /\bNextcloud Server Crawler\b/],
  ["Steam", /\bSteamChatURLLookup\b/],
  ["Buffer", /\bBufferLinkPreviewBot\b/],
  ["GroupMe", /\bGroupMeBot\b/],
  ["Keybase", /\bKeybaseBot\b/],
  ["ClickUp", /\bClickUpLinkUnfurler\b/],
  ["Evernote", /\bEvernoteRichLinkBot\b/],
  ["Chatwork", /\bChatwork LinkPreview\b/],
  ["DingTalk", /\bDingTalkBot-LinkService\b/],
  ["OpenGraph.io", /\(compatible; OpenGraph\.io\/\d/],
  ["Friendica", /^Friendica\b/],
  ["Hatena", /^Hatena(?:Bookmark)?\b/],
  ["NewShareCounts", /\(compatible; NewShareCounts\.com\/\d/],
  ["dbot", /\) \(dbot\)$/],
  ["Slugline", /\bSluglineBot\b/],
];

/** What a client that is called otherwise says of drawing previews. */
const previewWord = /preview|unfurl|\boembed|\bonebox\b|\brich-?link/i;

/**
 * The preview bot that sent this user agent, or null. The names above win over the public data set.
 */
export function findUnfurler(userAgent: string): string | null {
  const declared = withoutModel(userAgent);
  const known = unfurlers.find(([, pattern]) => pattern.test(declared));
  if (known) return known[0];
  const bot = findPublicBot(userAgent);
  return bot?.isPreview ? bot.name : null;
}

/** Whether a bot says that it draws previews. */
export function declaresPreview(userAgent: string): boolean {
  return previewWord.test(withoutModel(userAgent));
}
