/** User agents as they are seen in the wild; every table row is [name, user agent]. */
type Row = [name: string, userAgent: string];

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const android =
  "Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0";
const androidChrome = `${android} Chrome/126.0.6478.71 Mobile Safari/537.36`;

const desktopChrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

/**
 * Every preview bot that docs/behaviour.md names (Requests to a short URL), and a few more, with
 * the name that is stored.
 */
export const unfurlers: Row[] = [
  ["Slack", "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"],
  ["Slack", "Slackbot 1.0 (+https://api.slack.com/robots)"],
  ["Slack", "Slack-ImgProxy (+https://api.slack.com/robots)"],
  ["Discord", "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)"],
  ["Telegram", "TelegramBot (like TwitterBot)"],
  ["WhatsApp", "WhatsApp/2.23.20.0"],
  ["WhatsApp", "WhatsApp/2.19.81 A"],
  ["WhatsApp", "WhatsApp/2.2336.9 N"],
  ["Signal", "WhatsApp/2"],
  ["X", "Twitterbot/1.0"],
  ["Facebook", "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"],
  ["Facebook", "facebookexternalhit/1.1"],
  ["Facebook", "facebookcatalog/1.0"],
  ["Facebook", "Facebot/1.0"],
  ["Facebook", "Facebot"],
  [
    "Facebook",
    "meta-externalfetcher/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)",
  ],
  [
    "LinkedIn",
    "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
  ],
  ["Pinterest", "Pinterest/0.2 (+https://www.pinterest.com/bot.html)"],
  ["Pinterest", "Mozilla/5.0 (compatible; Pinterestbot/1.0; +https://www.pinterest.com/bot.html)"],
  [
    "Skype",
    "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com",
  ],
  ["Teams", "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 Microsoft Teams"],
  ["Mastodon", "http.rb/5.1.1 (Mastodon/4.2.1; +https://mastodon.social/)"],
  ["Mastodon", "Mastodon/4.3.0 (http.rb/5.2.0; +https://mastodon.social/) Bot"],
  ["Bluesky", "Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)"],
  ["Reddit", "Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)"],
  ["Embedly", "Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)"],
  ["Iframely", "Iframely/1.3.1 (+https://iframely.com/docs/about) Atlassian"],
  ["Viber", "Viber/13.3.0.5 CFNetwork/1220.1 Darwin/20.3.0"],
  ["LINE", "facebookexternalhit/1.1;line-poker/1.0"],
  ["Notion", "NotionEmbedder"],
  ["Notion", "Mozilla/5.0 (compatible; Notionbot/1.0; +https://www.notion.so)"],
  [
    "Snapchat",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/51.0.2704.103 Safari/537.36 (compatible; Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots)",
  ],
  [
    "Apple Messages",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
  ],
  [
    "Google previews",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko; Google-PageRenderer Google (+https://developers.google.com/+/web/snippet/)) Chrome/126.0.0.0 Safari/537.36",
  ],
  [
    "KakaoTalk",
    "facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984",
  ],
  ["Slack", "Slack-ImgProxy 0.19 (+https://api.slack.com/robots)"],
  ["Discord", "Mozilla/5.0 (compatible; Discordbot/1.0; +https://discordapp.com)"],
  ["WhatsApp", "WhatsApp"],
  ["WhatsApp", "WhatsApp/0.3.4479 N"],
  ["WhatsApp", "WhatsApp/2.12.15/i"],
  ["WhatsApp", "WhatsApp/2.12.449 A"],
  ["WhatsApp", "WhatsApp/2.16.2/i"],
  ["WhatsApp", "WhatsApp/2.19.92 i"],
  ["WhatsApp", "WhatsApp/2.19.244 A"],
  ["X", "Twitterbot/0.1"],
  ["Facebook", "facebookexternalhit/1.0 (+http://www.facebook.com/externalhit_uatext.php)"],
  ["Facebook", "facebookplatform/1.0 (+http://developers.facebook.com)"],
  ["Threads", "facebookexternalua"],
  [
    "LinkedIn",
    "LinkedInBot/1.0 (compatible; Mozilla/5.0; Jakarta Commons-HttpClient/3.1 +http://www.linkedin.com)",
  ],
  [
    "LinkedIn",
    "LinkedInBot/1.0 (compatible; Mozilla/5.0; Jakarta Commons-HttpClient/4.3 +http://www.linkedin.com)",
  ],
  ["Pinterest", "Pinterest/0.1 +http://pinterest.com/"],
  [
    "Pinterest",
    "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/41.0.2272.96 Mobile Safari/537.36 (compatible; Pinterestbot/1.0; +https://www.pinterest.com/bot.html)",
  ],
  ["Skype", "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5"],
  [
    "Microsoft previews",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; MicrosoftPreview/2.0; +https://aka.ms/MicrosoftPreview) Chrome/116.0.1938.76 Safari/537.36",
  ],
  ["Mastodon", "http.rb/2.2.2 (Mastodon/1.5.1; +https://mastodon.example/)"],
  ["Mastodon", "http.rb/3.3.0 (Mastodon/2.8.0; +https://mastodon.example/)"],
  ["Mastodon", "Mastodon/4.4.1 (http.rb/5.3.1; +https://mastodon.example/)"],
  ["Misskey", "SummalyBot/5.0.3"],
  ["Misskey", "Misskey/13.14.2 (https://misskey.io)"],
  ["Lemmy", "Lemmy/0.19.3; +https://lemmy.world"],
  ["Pleroma", "Pleroma 2.5.0; https://pleroma.example <admin@pleroma.example>"],
  ["Pleroma", "Akkoma 3.10.4; https://akkoma.example <admin@akkoma.example>"],
  ["Embedly", "Embedly +support@embed.ly"],
  ["Embedly", "Mozilla/5.0 (compatible; Embedly/0.2; snap; +http://support.embed.ly/)"],
  ["Iframely", "Iframely/0.9.8 (+https://iframely.com/docs/about)"],
  ["Iframely", "Iframely/1.3.1 (+https://iframely.com/docs/about)"],
  ["Viber", "Viber/6.5.1 CFNetwork/758.4.3 Darwin/15.5.0"],
  ["Snapchat", "Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots"],
  ["Snapchat", "Snap URL Preview Service; bot; https://developer.snapchat.com/robots"],
  ["Snapchat", "Snap-URL-Preview (bot; snapchat; +https://developers.snap.com/robots)"],
  [
    "Apple Messages",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0.3 Safari/605.1.15 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
  ],
  [
    "Google previews",
    "Mozilla/5.0 (Windows NT 6.1; rv:6.0) Gecko/20110814 Firefox/6.0 Google (+https://developers.google.com/+/web/snippet/)",
  ],
  [
    "Yahoo previews",
    "Mozilla/5.0 (compatible; Yahoo Link Preview; https://help.yahoo.com/kb/mail/yahoo-link-preview-SLN23615.html)",
  ],
  ["Tumblr", "Tumblr/14.0.835.186"],
  ["VK", "Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)"],
  ["Odnoklassniki", "Mozilla/5.0 (compatible; OdklBot/1.0 like Linux; klass@odnoklassniki.ru)"],
  ["XING", "XING-contenttabreceiver/2.0"],
  ["Quora", "Quora Link Preview/1.0 (http://www.quora.com)"],
  [
    "Flipboard",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.9; rv:28.0) Gecko/20100101 Firefox/28.0 (FlipboardProxy/1.1; +http://flipboard.com/browserproxy)",
  ],
  ["Medium", "Mozilla/5.0 (compatible; MediumBot-MetaTagFetcher/0.3; +https://medium.com/)"],
  ["Ghost", "Ghost(https://github.com/TryGhost/Ghost)"],
  ["Discourse", "Discourse Forum Onebox v2.8.0.beta10"],
  ["Mattermost", "Mattermost-Bot/1.1"],
  ["Matrix", "Synapse (bot; +https://github.com/matrix-org/synapse)"],
  ["Zulip", "Mozilla/5.0 (compatible; ZulipURLPreview/4.0; +https://zulip.example)"],
  ["Nextcloud", "Nextcloud Server Crawler"],
  ["Steam", "Valve/Steam HTTP Client 1.0 (SteamChatURLLookup)"],
  ["Buffer", "BufferLinkPreviewBot/1.0 (+https://scraper.buffer.com/about/bots/link-preview-bot)"],
  ["GroupMe", "GroupMeBot/1.0"],
  ["Keybase", "Mozilla/5.0 (compatible; KeybaseBot; +https://keybase.io)"],
  ["ClickUp", "ClickUpLinkUnfurler/1.0 (+https://clickup.com)"],
  ["Evernote", "EvernoteRichLinkBot/1.0 (+https://evernote.com)"],
  ["Notion", "Notion/1.0 (https://notion.so; team@makenotion.com)"],
  ["Chatwork", "Chatwork LinkPreview v1"],
  [
    "DingTalk",
    "DingTalkBot-LinkService/1.0 (+https://open-doc.dingtalk.com/microapp/faquestions/ftpfeu)",
  ],
  ["Bluesky", "BlueskyPreviewBot/1.0"],
  ["Bluesky", "Bluesky/"],
  ["Snapchat", "Mozilla/5.0 (compatible; SnapURLPreview/1.0; +https://www.snapchat.com)"],
  [
    "OpenGraph.io",
    "Mozilla/5.0 (compatible; OpenGraph.io/1.1; +https://opengraph.io/ AppleWebKit/537.36 (KHTML, like Gecko) Chrome/51.0.2704.103 Safari/537.36",
  ],
  ["Flipboard", "Mozilla/5.0 (compatible; FlipboardProxy/1.2; +http://flipboard.com/browserproxy)"],
  ["Microsoft previews", "MicrosoftPreview/2.0; +https://aka.ms/MicrosoftPreview"],
  ["Medium", "Mediumbot-MetaTagFetcher/0.3 (+https://medium.com/)"],
  ["Quora", "Quora-Bot/1.0 (http://www.quora.com)"],
  ["XING", "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:15.0) Xing Bot"],
  ["Friendica", "Friendica 'The Tazmans Flax-lily' 2019.01-1293; https://friendica.example"],
  ["Hatena", "HatenaBookmark/4.0 (Hatena::Bookmark; Analyzer)"],
  ["Hatena", "Hatena Antenna/0.3"],
  [
    "Facebook",
    "Mozilla/5.0 (compatible; Meta-ExternalHit/1.1; +http://www.facebook.com/externalhit_uatext.php)",
  ],
  ["Slugline", "SluglineBot/1.0 (link previews; +https://go.example.com)"],
  // Beside another product, in any order.
  ["Slack", `${desktopChrome} Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)`],
  ["X", `${desktopChrome} Twitterbot/1.0`],
  ["Facebook", "MyApp/1.0 facebookexternalhit/1.1"],
  ["Facebook", "python-requests/2.31.0 facebookexternalhit/1.1"],
  ["Facebook", "facebookexternalhit/1.1 Twitterbot/1.0"],
  ["Facebook", "Twitterbot/1.0 facebookexternalhit/1.1"],
  ["Facebook", "WhatsApp/2.23.20.0 facebookexternalhit/1.1"],
  ["Discord", "Mozilla/5.0 (X11; Linux x86_64) Discordbot/2.0"],
  ["Discord", "node-fetch/1.0 Discordbot/2.0"],
  ["LinkedIn", "axios/1.6.2 LinkedInBot/1.0"],
  [
    "Skype",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) SkypeUriPreview Preview/0.5",
  ],
  [
    "Bing previews",
    "Mozilla/5.0 (Windows NT 6.3; WOW64; Trident/7.0; rv:11.0; BingPreview/1.0b) like Gecko",
  ],
  ["Reddit", `${iphone} Mobile/15E148 redditbot/1.0`],
];

/** Preview bots by what they say alone. */
export const wordedUnfurlers: Row[] = [
  ["AcmePreview", "Mozilla/5.0 (compatible; AcmePreview/1.0; +https://acme.example)"],
  ["AcmePreview", `${desktopChrome} AcmePreview/1.0`],
  ["acme-url-preview", "acme-url-preview/1.0"],
  ["Acme-LinkPreviewBot", "Acme-LinkPreviewBot/3.2 (+https://acme.example/bot)"],
  ["AcmeUnfurler", "AcmeUnfurler/2.0"],
  ["Team-LinkUnfurling", "Team-LinkUnfurling/1.0"],
  ["oembed", "oembed/1.0"],
];

/** People, some in browsers that carry the name of an unfurler or the word "bot". */
export const browsers: Row[] = [
  [
    "Chrome",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
  ],
  ["Firefox", "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0"],
  ["Safari", `${iphone} Version/17.5 Mobile/15E148 Safari/604.1`],
  [
    "Samsung Internet",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36",
  ],
  [
    "Instagram",
    `${iphone} Mobile/15E148 Instagram 334.0.4.32.98 (iPhone15,2; iOS 17_5_1; en_US; en; scale=3.00; 1179x2556; 607359393; IABMV/1)`,
  ],
  [
    "Instagram on Android",
    `${androidChrome} Instagram 334.0.0.42.95 Android (34/14; 480dpi; 1080x2115; samsung; SM-S918B; dm3q; qcom; en_GB; 607000000)`,
  ],
  [
    "Facebook",
    `${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/465.0.0.38.102;FBBV/602060281;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.5.1;FBSS/3;FBID/phone;FBLC/en_US;FBOP/5]`,
  ],
  ["Facebook on Android", `${androidChrome} [FB_IAB/FB4A;FBAV/465.0.0.50.73;]`],
  ["Messenger", `${androidChrome} [FB_IAB/Orca-Android;FBAV/462.0.0.28.109;]`],
  ["LinkedIn", `${iphone} Mobile/15E148 [LinkedInApp]/9.29.5690`],
  ["Facebook on Android, newer", `${androidChrome} MetaIAB Facebook`],
  ["LinkedIn on Android", `${androidChrome} [LinkedInApp]/4.1.943`],
  ["Pinterest", `${iphone} Mobile/15E148 [Pinterest/iOS]`],
  ["Pinterest on Android", `${androidChrome} [Pinterest/Android]`],
  ["Snapchat", `${iphone} Mobile/15E148 Snapchat/12.90.0.45 (like Safari/8618.2.12.10.9, panda)`],
  [
    "Snapchat on Android",
    `${androidChrome} Snapchat/12.90.0.46 (SM-S918B; Android 14#S918BXXS6CXD5#34; gzip; )`,
  ],
  ["Line", `${iphone} Mobile/15E148 Safari Line/14.9.0`],
  ["Line on Android", `${androidChrome} Line/14.9.0/IAB`],
  ["X", `${iphone} Mobile/15E148 Twitter for iPhone/10.44`],
  [
    "WeChat",
    `${androidChrome} XWEB/1160117 MMWEBSDK/20240404 MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64 Weixin NetType/WIFI Language/en`,
  ],
  [
    "TikTok",
    `${iphone} Mobile/15E148 musical_ly_34.5.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/GB BytedanceWebview/d8a21c6`,
  ],
  ["Google app", `${iphone} GSA/320.0.642170321 Mobile/15E148 Safari/604.1`],
  [
    "Telegram on Android",
    `${androidChrome} Telegram-Android/10.14.5 (Samsung SM-S918B; Android 14; SDK 34; HIGH)`,
  ],
  [
    "Slack on the desktop",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Slack/4.38.125 Chrome/124.0.6367.207 Electron/30.0.6 Safari/537.36",
  ],
  [
    "Cubot phone",
    "Mozilla/5.0 (Linux; Android 10; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Mobile Safari/537.36",
  ],
  [
    "Cubot phone, older",
    "Mozilla/5.0 (Linux; Android 7.0; CUBOT_NOTE_S Build/NRD90M) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/69.0.3497.100 Mobile Safari/537.36",
  ],
  [
    "Edge",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.2592.68",
  ],
  [
    "Opera",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36 OPR/110.0.0.0",
  ],
  [
    "Opera GX",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36 OPR/110.0.0.0 (Edition GX)",
  ],
  [
    "Vivaldi",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Vivaldi/6.8.3381.44",
  ],
  [
    "Yandex Browser",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 YaBrowser/24.6.0.0 Safari/537.36",
  ],
  [
    "Whale",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Whale/3.26.244.21 Safari/537.36",
  ],
  [
    "Chrome on a Chromebook",
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
  ],
  [
    "Chrome on a Mac",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
  ],
  [
    "Chrome on Linux",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
  ],
  [
    "Safari on a Mac",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
  ],
  [
    "Safari on an iPad",
    "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  ],
  [
    "Firefox on Windows",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0",
  ],
  ["Firefox on Android", "Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0"],
  ["Internet Explorer", "Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko"],
  ["Internet Explorer 9", "Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0)"],
  [
    "Pale Moon",
    "Mozilla/5.0 (X11; Linux x86_64; rv:102.0) Gecko/20100101 Goanna/6.7 Firefox/102.0 PaleMoon/33.2.0",
  ],
  [
    "SeaMonkey",
    "Mozilla/5.0 (Windows NT 10.0; rv:91.0) Gecko/20100101 Firefox/91.0 SeaMonkey/2.53.18",
  ],
  ["Konqueror", "Mozilla/5.0 (compatible; Konqueror/4.14; Linux) KHTML/4.14.38 (like Gecko)"],
  [
    "Falkon",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) QtWebEngine/5.15.2 Chrome/87.0.4280.144 Falkon/3.2.0 Safari/537.36",
  ],
  ["Lynx", "Lynx/2.9.0dev.10 libwww-FM/2.14 SSL-MM/1.4.1 GNUTLS/3.7.1"],
  ["w3m", "w3m/0.5.3+git20230121"],
  [
    "Opera Mini",
    "Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16",
  ],
  [
    "UC Browser",
    "Mozilla/5.0 (Linux; U; Android 10; en-US; RMX2020 Build/QP1A.190711.020) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/78.0.3904.108 UCBrowser/13.4.0.1306 Mobile Safari/537.36",
  ],
  [
    "MIUI Browser",
    "Mozilla/5.0 (Linux; U; Android 12; en-gb; M2102J20SG Build/SKQ1.211006.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.127 Mobile Safari/537.36 XiaoMi/MiuiBrowser/13.22.1-gn",
  ],
  [
    "Huawei Browser",
    "Mozilla/5.0 (Linux; Android 10; HarmonyOS; NOH-AN00; HMSCore 6.13.0.321) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0.4844.88 HuaweiBrowser/14.0.5.301 Mobile Safari/537.36",
  ],
  [
    "Silk",
    "Mozilla/5.0 (Linux; Android 9; KFMAWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/126.2.1 like Chrome/126.0.6478.71 Safari/537.36",
  ],
  [
    "Chrome on Android",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
  ],
  [
    "Edge on Android",
    "Mozilla/5.0 (Linux; Android 10; HD1913) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.6478.71 Mobile Safari/537.36 EdgA/125.0.2535.96",
  ],
  [
    "DuckDuckGo on Android",
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.71 Mobile DuckDuckGo/5 Safari/537.36",
  ],
  [
    "a television",
    "Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.5) AppleWebKit/537.36 (KHTML, like Gecko) 85.0.4183.93/6.5 TV Safari/537.36",
  ],
  [
    "a console",
    "Mozilla/5.0 (PlayStation; PlayStation 5/6.50) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Safari/605.1.15",
  ],
  [
    "Discord on the desktop",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) discord/1.0.9152 Chrome/120.0.6099.291 Electron/28.2.10 Safari/537.36",
  ],
  [
    "Teams on the desktop",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Teams/1.6.00.4472 Chrome/108.0.5359.215 Electron/22.3.7 Safari/537.36",
  ],
  [
    "Teams, newer",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36 Edg/125.0.0.0 Teams/24124.2315.2911.3357/49",
  ],
  [
    "Skype on the desktop",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Skype/8.119.0.201 Chrome/122.0.6261.156 Electron/29.3.1 Safari/537.36",
  ],
  [
    "WhatsApp on the desktop",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) WhatsApp/2.2413.2 Chrome/114.0.5735.289 Electron/25.9.8 Safari/537.36",
  ],
  [
    "Notion on the desktop",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Notion/3.11.1 Chrome/124.0.6367.243 Electron/30.1.1 Safari/537.36",
  ],
  [
    "Trello on the desktop",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Trello/2.14.0 Chrome/98.0.4758.82 Electron/17.0.1 Safari/537.36",
  ],
  [
    "Mattermost on the desktop",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.6261.156 Electron/29.3.0 Safari/537.36 Mattermost/5.8.1",
  ],
  [
    "Zulip on the desktop",
    "ZulipElectron/5.11.0 Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.6261.156 Electron/29.3.1 Safari/537.36",
  ],
  [
    "Steam client",
    "Mozilla/5.0 (Windows; U; Windows NT 10.0; en-US; Valve Steam Client/default/1716584667) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.5414.120 Safari/537.36",
  ],
  ["Firefox on iOS", `${iphone} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`],
  ["Chrome on iOS", `${iphone} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`],
  ["Edge on iOS", `${iphone} Version/17.0 EdgiOS/125.0.2535.96 Mobile/15E148 Safari/604.1`],
  ["DuckDuckGo on iOS", `${iphone} Version/17.5 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15`],
  [
    "Threads",
    `${iphone} Mobile/15E148 Barcelona 335.0.0.21.112 (iPhone15,2; iOS 17_5_1; en_US; en; scale=3.00; 1179x2556; 609775437)`,
  ],
  [
    "Facebook Lite",
    `${iphone} Mobile/15E148 [FBAN/FBIOS;FBDV/iPhone12,1;FBMD/iPhone;FBSN/iOS;FBSV/17.5;FBSS/2;FBID/phone;FBLC/pt_BR;FBOP/5;FBRV/0]`,
  ],
  [
    "Messenger on iOS",
    `${iphone} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/461.0.0.30.108;FBBV/604203420;FBDV/iPhone14,3;FBMD/iPhone;FBSN/iOS;FBSV/17.5.1;FBSS/3;FBCR/;FBID/phone;FBLC/en_GB;FBOP/0]`,
  ],
  [
    "WeChat on iOS",
    `${iphone} Mobile/15E148 MicroMessenger/8.0.49(0x1800312c) NetType/4G Language/zh_CN`,
  ],
  ["KakaoTalk", `${iphone} Mobile/15E148 KAKAOTALK/10.8.5 (INAPP)`],
  ["Naver", `${iphone} Mobile/15E148 Safari/604.1 NAVER(inapp; search; 2000; 12.6.4; 14PRO)`],
  ["VK", `${iphone} Mobile/15E148 VKClient/8.77`],
  ["Tumblr", `${iphone} Mobile/15E148 Tumblr/35.1`],
  ["Viber", `${iphone} Mobile/15E148 Viber/22.6.0`],
  ["Quora", `${iphone} Mobile/15E148 Quora/8.6.24`],
  ["Medium", `${iphone} Mobile/15E148 Medium/5.40`],
  ["Flipboard", `${iphone} Mobile/15E148 Flipboard/4.3.19`],
  ["Zoom", `${iphone} Mobile/15E148 ZoomBrowser/6.0.11`],
  ["Reddit on Android", `${androidChrome} Reddit/Version 2024.24.0/Build 1640000/Android 14`],
  [
    "TikTok on Android",
    `${androidChrome} trill_340503 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly app_version/34.5.3 ByteLocale/en ByteFullLocale/en Region/US BytedanceWebview/d8a21c6`,
  ],
  [
    "Threads on Android",
    `${androidChrome} Barcelona 335.0.0.21.112 Android (34/14; 480dpi; 1080x2115; samsung; SM-S918B; dm3q; qcom; en_GB; 609775437)`,
  ],
  ["KakaoTalk on Android", `${androidChrome} KAKAOTALK 2410850`],
  ["Naver on Android", `${androidChrome} NAVER(inapp; search; 2000; 12.6.3)`],
  ["WhatsApp's viewer", `${androidChrome} WhatsApp/2.24.12.78`],
  ["Viber on Android", `${androidChrome} Viber/22.6.0.1`],
  ["Discord on Android", `${androidChrome} Discord-Android/230010`],
  ["Google app on Android", `${androidChrome} GSA/15.24.28.29.arm64`],
  ["a scanner of QR codes", `${iphone} Mobile/15E148 QR Scanner/4.2`],
  ["a reader of QR codes on Android", `${androidChrome} QRCodeReader/2.3`],
  ["a scanner of bar codes", `${androidChrome} BarcodeScanner/1.0`],
  ["Outlook on a phone", `${iphone} Version/17.5 Mobile/15E148 Safari/604.1 Outlook-iOS/2.0`],
  ["a browser that Word opened", `${desktopChrome} Microsoft Word/16.0`],
  ["Outlook on Windows, newer", `${desktopChrome} Edg/126.0.0.0 OneOutlook/1.2024.605.200`],
  [
    "a phone named like a bot",
    "Mozilla/5.0 (Linux; Android 13; Robot Preview Scanner Build/TP1A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Mobile Safari/537.36",
  ],
];

/** Somebody's terminal or script: counts as a visitor. */
export const plainClients: Row[] = [
  ["curl", "curl/8.5.0"],
  [
    "curl with libraries",
    "curl/7.29.0 (x86_64-redhat-linux-gnu) libcurl/7.29.0 NSS/3.53.1 zlib/1.2.7",
  ],
  ["wget", "Wget/1.21.4"],
  ["wget with a system", "Wget/1.20.3 (linux-gnu)"],
  ["HTTPie", "HTTPie/3.2.2"],
  ["python-requests", "python-requests/2.32.3"],
  ["urllib", "Python-urllib/3.12"],
  ["urllib3", "python-urllib3/2.2.1"],
  ["aiohttp", "Python/3.11 aiohttp/3.9.5"],
  ["httpx", "python-httpx/0.27.0"],
  ["Go", "Go-http-client/1.1"],
  ["Go over HTTP/2", "Go-http-client/2.0"],
  ["axios", "axios/1.7.2"],
  ["node", "node"],
  ["undici", "undici"],
  ["node-fetch", "node-fetch/1.0 (+https://github.com/bitinn/node-fetch)"],
  ["got", "got (https://github.com/sindresorhus/got)"],
  ["okhttp", "okhttp/4.12.0"],
  ["Java", "Java/17.0.11"],
  ["Java client", "Java-http-client/21.0.3"],
  ["Apache HttpClient", "Apache-HttpClient/4.5.14 (Java/17.0.11)"],
  ["Ruby", "Ruby"],
  ["Guzzle", "GuzzleHttp/7"],
  ["Perl", "libwww-perl/6.77"],
  ["Dart", "Dart/3.4 (dart:io)"],
  ["Deno", "Deno/1.44.4"],
  ["Bun", "Bun/1.1.17"],
  ["reqwest", "reqwest/0.12.5"],
  ["Postman", "PostmanRuntime/7.39.0"],
  ["Insomnia", "insomnia/9.3.1"],
  [
    "PowerShell 5",
    "Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.22621.2506",
  ],
  [
    "PowerShell 7",
    "Mozilla/5.0 (Windows NT 10.0; Microsoft Windows 10.0.22631; en-US) PowerShell/7.4.3",
  ],
  ["a script of one's own", "my-script/1.0"],
  ["a bare word", "backup"],
];

/** Crawlers that say so. The name is a part of what the ledger keeps. */
export const crawlers: Row[] = [
  ["Googlebot", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"],
  [
    "Googlebot",
    "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.6478.126 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  ],
  ["Googlebot-Image", "Googlebot-Image/1.0"],
  ["AdsBot-Google", "AdsBot-Google (+http://www.google.com/adsbot.html)"],
  ["Mediapartners-Google", "Mediapartners-Google"],
  ["GoogleOther", "GoogleOther"],
  [
    "bingbot",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36",
  ],
  ["YandexBot", "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)"],
  [
    "Baiduspider",
    "Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)",
  ],
  ["DuckDuckBot", "DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)"],
  [
    "Applebot",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)",
  ],
  ["Slurp", "Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)"],
  [
    "GPTBot",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
  ],
  [
    "OAI-SearchBot",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot",
  ],
  [
    "ChatGPT-User",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot)",
  ],
  [
    "ClaudeBot",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)",
  ],
  [
    "PerplexityBot",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)",
  ],
  ["CCBot", "CCBot/2.0 (https://commoncrawl.org/faq/)"],
  [
    "Bytespider",
    "Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)",
  ],
  [
    "Amazonbot",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot) Chrome/119.0.6045.214 Safari/537.36",
  ],
  [
    "meta-externalagent",
    "meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)",
  ],
  ["AhrefsBot", "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)"],
  ["SemrushBot", "Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)"],
  ["ia_archiver", "ia_archiver"],
  [
    "archive.org_bot",
    "Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)",
  ],
  ["UptimeRobot", "Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)"],
  ["Pingdom", "Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)"],
  [
    "StatusCake",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/98.0.4758.102 Safari/537.36 (StatusCake)",
  ],
  [
    "Better Uptime Bot",
    "Better Uptime Bot Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/74.0.3729.169 Safari/537.36",
  ],
  ["Uptime-Kuma", "Uptime-Kuma/1.23.13"],
  ["updown.io", "updown.io daemon 2.11"],
  ["OneTrust", "OneTrust"],
  ["OneTrust", `${desktopChrome} OneTrust`],
  [
    "OneTrust",
    "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0; OneTrust CMP scanner",
  ],
  [
    "GTmetrix",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/117.0.0.0 Safari/537.36 GTmetrix",
  ],
  // By what they say alone.
  ["AcmeScanner", "AcmeScanner/1.0"],
  ["AcmeScanner", `${desktopChrome} (AcmeScanner)`],
  ["URL-fetcher", "URL-fetcher"],
  ["Link validator", "Link validator 1.0"],
  ["URL Defense", "Acme URL Defense"],
  ["Existence Discovery", "Acme Existence Discovery"],
  ["Acme Link Protection", "Mozilla/5.0 (compatible; Acme Link Protection)"],
  ["Inspector", "Acme-Inspector/2.0"],
  ["Unshorten.me", "Unshorten.me/1.0"],
  ["LinkExpander", "LinkExpander/1.0"],
  ["link resolver", "link resolver/1.0"],
];

/** Mail scanners and link checkers, with the name that is stored. */
export const linkScanners: Row[] = [
  ["Proofpoint", "Proofpoint URL Defense"],
  ["Proofpoint", `${desktopChrome} ProofPoint`],
  ["Mimecast", "Mimecast-URL-Protect/1.0"],
  ["Mimecast", "Mozilla/5.0 (compatible; Mimecast/1.0)"],
  ["Barracuda", "Barracuda Sentinel (EE)"],
  ["Barracuda", "Mozilla/5.0 (compatible; Barracuda Link Protection)"],
  ["Barracuda", "BarracudaCentral/1.0"],
  ["Microsoft Defender", "Microsoft Defender for Office 365"],
  ["Microsoft Defender", "Microsoft-URLAnalyzer/1.0"],
  ["Microsoft Safe Links", "Microsoft-SafeLinks/1.0"],
  ["Microsoft Safe Links", "Microsoft-ATP-Safe-Links"],
  ["Google-Safety", "Google-Safety"],
  [
    "Google-Safety",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Google-Safety; +http://www.google.com/bot.html) Chrome/126.0.0.0 Safari/537.36",
  ],
  ["Symantec", "Mozilla/5.0 (compatible; Symantec Email Security.cloud)"],
  ["Symantec", "SymantecEmailScan"],
  ["MessageLabs", "Mozilla/4.0 (compatible; MessageLabs)"],
  ["Trend Micro", "Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trend Micro)"],
  ["Trend Micro", "TrendMicro-WRS"],
  ["Trend Micro", "TMES/1.0"],
  ["Cisco Secure Email", "Mozilla/5.0 (compatible; IronPort Email Security)"],
  ["Cisco Secure Email", "CiscoSecureEmail/1.0"],
  ["Sophos", "Sophos-Email-Appliance"],
  ["Sophos", `${desktopChrome} SophosLabs`],
  ["Trellix", "Mozilla/5.0 (compatible; FireEye)"],
  ["Trellix", "Trellix Email Security"],
  ["Fortinet", "FortiMail"],
  ["Forcepoint", "WebsenseThreatSeeker"],
  ["Check Point", "Check Point Harmony Email"],
  ["Cloudmark", "Cloudmark"],
  ["Vade", "VadeSecure"],
  ["Hornetsecurity", "Hornetsecurity"],
  ["Ironscales", "IRONSCALES"],
  ["lychee", "lychee/0.20.1"],
  ["lychee", "Mozilla/5.0 (compatible; lychee/0.15; +https://github.com/lycheeverse/lychee)"],
  ["W3C-checklink", "W3C-checklink/4.81 libwww-perl/6.05"],
  [
    "LinkChecker",
    "Mozilla/5.0 (compatible; LinkChecker/10.2; +https://linkchecker.github.io/linkchecker/)",
  ],
  ["Dead Link Checker", `www.deadlinkchecker.com ${desktopChrome}`],
  ["Dead Link Checker", "Mozilla/5.0 (compatible; Dead Link Checker)"],
  ["Xenu Link Sleuth", "Xenu Link Sleuth/1.3.8"],
  ["Xenu Link Sleuth", "Xenu's Link Sleuth 1.1c"],
  ["Screaming Frog SEO Spider", "Screaming Frog SEO Spider/19.0"],
  ["Integrity", "Integrity/9.5.4"],
  ["Integrity", "Integrity Plus/12.0"],
  ["muffet", "muffet/2.9.3"],
  ["linkinator", "LINKINATOR"],
  ["htmltest", "htmltest/0.17.0"],
  ["HTML Proofer", "Mozilla/5.0 (compatible; HTML-Proofer/3.19.4)"],
  [
    "Sphinx linkcheck",
    "Mozilla/5.0 (X11; Linux x86_64; rv:100.0) Gecko/20100101 Firefox/100.0 Sphinx/7.2.6",
  ],
  ["Sphinx linkcheck", "Sphinx/1.8.5 requests/2.20.0 python/3.7"],
  ["Sitebulb", "Mozilla/5.0 (compatible; SiteBulb)"],
  ["Siteimprove", "SiteCheck-sitecrawl by Siteimprove.com"],
  ["SortSite", "PowerMapper"],
  ["deadfinder", "deadfinder/1.3"],
  ["LinkWalker", "LinkWalker"],
];

/** Office programs, which request a link before the browser does, with the name that is stored. */
export const officePrograms: Row[] = [
  ["Microsoft Office", "Mozilla/4.0 (compatible; ms-office; MSOffice 16)"],
  ["Microsoft Office", "Mozilla/4.0 (compatible; ms-office; MSOffice rmj)"],
  [
    "Microsoft Office",
    "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.1; WOW64; Trident/7.0; SLCC2; .NET4.0E; InfoPath.3; ms-office)",
  ],
  [
    "Microsoft Office",
    "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Trident/7.0; .NET4.0C; ms-office; MSOffice 14)",
  ],
  ["Microsoft Office", "Microsoft Office Existence Discovery"],
  ["Microsoft Office", "MSOffice 16"],
  ["Microsoft Office", "Microsoft Office Protocol Discovery"],
  ["Microsoft Office", "Microsoft Office/16.0 (Windows NT 10.0; Microsoft Word 16.0.17928; Pro)"],
  ["Microsoft Office", "Microsoft Office Excel 2014"],
  ["Microsoft Office", "Mozilla/5.0 (Macintosh; Intel Mac OS X) Word/14.44.0"],
  ["Microsoft Office", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) PowerPoint/16.80.0"],
  [
    "Microsoft Office",
    "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Microsoft Word 16.0.17928; Pro)",
  ],
  ["Microsoft Office", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Microsoft Word 16"],
  ["Microsoft Office", "Microsoft Excel/16.78 (Macintosh; Intel Mac OS X 14_2)"],
  ["Microsoft Office", "Microsoft%20Word/16.78.23100802 CFNetwork/1410.0.3 Darwin/22.6.0"],
  ["Microsoft Office", "Microsoft PowerPoint"],
  ["Microsoft Office", "Microsoft-WebDAV-MiniRedir/10.0.19045"],
  ["Microsoft Office", "Microsoft Data Access Internet Publishing Provider Protocol Discovery"],
];

export const outlookAgents: Row[] = [
  [
    "Microsoft Outlook",
    "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.1; Trident/7.0; Microsoft Outlook 16.0.9029; ms-office; MSOffice 16)",
  ],
  ["Microsoft Outlook", "Microsoft Outlook 16"],
  ["Microsoft Outlook", "Microsoft%20Outlook/16.78 CFNetwork/1410.0.3 Darwin/22.6.0"],
  [
    "Microsoft Outlook",
    "Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17928; Pro)",
  ],
];
