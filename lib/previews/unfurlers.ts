/**
 * Clients that fetch a link in order to draw its preview, by the user agents they declare. Each pattern is anchored to
 * its place in the string: in-app browsers carry the same names and are people. The first match counts.
 */
const unfurlers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["Slack", /^Slackbot|^Slack-ImgProxy/],
  ["Discord", /\bDiscordbot\/\d/],
  // Apple Messages names Facebook and X too, so that servers give it their card.
  ["Apple Messages", /\bfacebookexternalhit\/1\.1 Facebot Twitterbot\/1\.0/],
  // LINE sends Facebook's name first.
  ["LINE", /^facebookexternalhit\/1\.1;line-poker\/\d/],
  ["KakaoTalk", /^facebookexternalhit\/1\.1; kakaotalk-scrap\/\d/],
  ["Telegram", /^TelegramBot\b/],
  // Signal fetches as "WhatsApp/2" without a platform behind it.
  ["Signal", /^WhatsApp(?:\/2)?$/],
  ["WhatsApp", /^WhatsApp\/\d/],
  ["X", /^Twitterbot\/\d/],
  ["Facebook", /^(?:facebookexternalhit|facebookcatalog|facebookplatform)\/\d|^Facebot\b|^meta-externalfetcher\/\d|compatible; Facebot\b/],
  ["LinkedIn", /^LinkedInBot\/\d/],
  ["Pinterest", /^Pinterest(?:bot)?\/\d|compatible; Pinterestbot\/\d/],
  ["Teams", /\bSkypeUriPreview\b.*\bTeams\b|^Microsoft-?Teams-?(?:Preview|Unfurl|Bot)|\bTeamsBot\b/i],
  ["Skype", /\bSkypeUriPreview\b/],
  ["Mastodon", /^(?:http\.rb\/\S+ \()?Mastodon\/\d|\(Mastodon\/\d/],
  ["Bluesky", /\bBluesky Cardyb\/\d/],
  ["Reddit", /^redditbot\/\d|compatible; redditbot\/\d/i],
  ["Embedly", /compatible; Embedly\/\d/],
  ["Iframely", /^Iframely\/\d/],
  ["Viber", /^Viber\b(?!.*Mozilla)/],
  ["Notion", /^Notion(?:Embedder|bot)\b|compatible; Notion(?:Embedder|bot)\b/i],
  ["Snapchat", /\bSnap URL Preview Service\b/],
  [
    "Google previews",
    /\bGoogle-PageRenderer\b|\bGoogleMessages(?:Preview)?\b|^Google-Messages\b|compatible; GoogleMessages\b|\bGoogle \(\+https:\/\/developers\.google\.com\/\+\/web\/snippet\/\)/,
  ],
  ["Zoom", /^Zoom(?:Bot|\.us Link Preview|LinkPreview)\b/i],
  ["Trello", /^Trello(?:Bot)?\b/],
  ["Tumblr", /^Tumblr\/\d/],
  ["VK", /compatible; vkShare\b/],
];

/** The name of the unfurler that sent this user agent, or null. */
export function findUnfurler(userAgent: string): string | null {
  return unfurlers.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;
}
