import { says } from "../lib/texts/sentence";

/** Where a link is shared; see `channels` in demo-audience.ts. */
export type ChannelName =
  | "direct"
  | "newsletter"
  | "x"
  | "linkedin"
  | "qr-poster"
  | "podcast"
  | "partner"
  | "search"
  | "hacker-news"
  | "reddit"
  | "github";

export interface DemoLink {
  slug: string;
  title: string | null;
  url: string;
  ageDays: number;
  /** Clicks on an ordinary weekday, long after the launch. */
  perDay: number;
  /** How many times that on the first day; it falls by half every three days. */
  launch?: number;
  /** Channels and their weights. */
  via: Partial<Record<ChannelName, number>>;
  campaign?: string;
  tags?: string[];
  note?: string;
  /** Apps that fetch the preview now and then. */
  apps?: string[];
  /** Fetched for the first time this many minutes ago, by app. */
  justShared?: Record<string, number>;
  /** From now, also in the past. */
  expiresInDays?: number;
  disabledDaysAgo?: number;
  failing?: { reason: string; times: number; sinceDays: number };
  description?: string;
  /** For the last `hours` traffic is `factor` times the usual, through this channel. */
  surge?: { hours: number; factor: number; via: ChannelName };
  /** The same on one past day. */
  spike?: { daysAgo: number; factor: number; via: ChannelName };
}

const www = "https://www.example.com";
const chat = ["Slack", "WhatsApp"];
const social = ["X", "LinkedIn", "Slack"];

/** The links of a small map publisher. */
// biome-ignore format: a table
export const demoLinks: readonly DemoLink[] = [
  { slug: "contour", title: "Webinar: reading contour lines", url: "https://events.example.com/webinars/reading-contour-lines?seat=open",
    tags: ["Events"], ageDays: 0.13, perDay: 160, via: { direct: 2, x: 3, linkedin: 5 }, campaign: "contour-webinar", justShared: { Discord: 22 },
    description: "A free hour on what the brown lines say. Bring a map you know." },
  { slug: "black-friday", title: "Prints at half price until Monday", url: "https://shop.example.com/black-friday?collection=prints",
    tags: ["Shop", "Sale"], ageDays: 1.6, perDay: 120, launch: 3, via: { newsletter: 6, x: 2, linkedin: 1, partner: 2, direct: 2 }, campaign: "black-friday", apps: chat,
    expiresInDays: 8.4, description: "All prints at half price, while the paper lasts." },
  { slug: "Kx7mQ2p", title: null, url: "https://files.example.com/d/8f2c/survey-route-07.gpx", ageDays: 2.2, perDay: 5, via: { direct: 1 } },
  { slug: "cartographer", title: "Join us: cartographer, part time", url: "https://jobs.example.com/openings/cartographer-part-time",
    tags: ["Hiring"], ageDays: 9.5, perDay: 24, launch: 3, via: { linkedin: 7, x: 2, direct: 2 }, campaign: "hiring-nov", apps: ["LinkedIn", "Slack"],
    expiresInDays: 3.1 },
  { slug: "pod-42", title: "Episode 42: the woman who measured the Alps",
    url: "https://podcast.example.org/episodes/42-the-woman-who-measured-the-alps", tags: ["Podcast"], ageDays: 6.3, perDay: 40, launch: 5,
    via: { podcast: 6, direct: 2, x: 1 }, campaign: "season-5", apps: ["WhatsApp", "X"],
    description: "How one surveyor walked 1,200 km with a theodolite, and why her numbers still hold." },
  { slug: "atlas-3", title: "Atlas 3: every contour, offline", url: `${www}/blog/atlas-3-every-contour-offline`, ageDays: 19.4, perDay: 62,
    launch: 6, via: { newsletter: 4, x: 3, linkedin: 2, podcast: 1, partner: 1, search: 2, direct: 3 }, campaign: "atlas-launch", apps: social,
    spike: { daysAgo: 10, factor: 9, via: "hacker-news" }, description: "Our largest release: the whole map on your phone, without a network." },
  { slug: "tiles-talk", title: "Slides: tiles in 100 ms", url: "https://talks.example.net/2026/tiles-in-100-ms.pdf", ageDays: 33, perDay: 16,
    launch: 4, via: { x: 3, github: 2, "hacker-news": 2, direct: 2 }, apps: ["Slack"],
    failing: { reason: says("httpStatus", { status: 404 }), times: 6, sinceDays: 2.4 }, description: "Slides of a talk about fast map tiles." },
  { slug: "advent", title: "Advent calendar: 24 small maps", url: `${www}/advent/2026`, ageDays: 15.6, perDay: 3, via: { direct: 1 },
    disabledDaysAgo: 13 },
  { slug: "early-bird", title: "Hut-to-hut course, early price", url: "https://courses.example.com/hut-to-hut?price=early", tags: ["Courses", "Sale"], ageDays: 20.2,
    perDay: 38, launch: 2, via: { newsletter: 5, partner: 2, direct: 2 }, campaign: "courses-2027", apps: chat, expiresInDays: 1.2,
    description: "Five huts, six days, one map each. The early price ends soon." },
  { slug: "survey-q4", title: "Three questions about Atlas", url: "https://forms.example.net/s/atlas-q4", ageDays: 22.5, perDay: 22, launch: 3,
    via: { newsletter: 8, direct: 1 }, campaign: "atlas-launch", expiresInDays: -8.2 },
  { slug: "north-wall", title: "North Wall sheet, second edition", url: "https://shop.example.com/sheets/north-wall-2", tags: ["Shop"], ageDays: 96, perDay: 34,
    via: { newsletter: 2, linkedin: 1, search: 4, direct: 4, reddit: 1 }, campaign: "autumn-2026", apps: ["Slack", "WhatsApp"],
    surge: { hours: 21, factor: 6, via: "reddit" }, description: "Redrawn from this year's survey, with the new path on the east side." },
  { slug: "poster-berlin", title: "Poster at Berlin main station", url: `${www}/visit/berlin`, tags: ["Print"], note: "Hall B, pillars 4 to 9. The contract ends in March.", ageDays: 38.7, perDay: 17,
    via: { "qr-poster": 9, direct: 1 }, campaign: "berlin-posters" },
  { slug: "gift", title: "Gift cards", url: "https://shop.example.com/gift-cards", tags: ["Shop"], ageDays: 51, perDay: 11,
    via: { direct: 5, search: 2, newsletter: 2 }, campaign: "black-friday", apps: ["WhatsApp"] },
  { slug: "field-guide", title: "Field guide to paper maps (PDF)", url: `${www}/guides/paper-maps.pdf`, tags: ["Print", "Guides"], note: "Printed on 4,000 leaflets: do not rename.", ageDays: 69.4, perDay: 118, launch: 2.5,
    via: { direct: 6, newsletter: 6, linkedin: 3, x: 3, "qr-poster": 2, podcast: 1, "hacker-news": 2, search: 4, reddit: 1 },
    campaign: "autumn-2026", apps: [...social, "WhatsApp", "Discord", "Telegram"],
    description: "Sixteen pages on scale, legend and folding. Print it, mark it, get it wet." },
  { slug: "autumn-issue", title: "Autumn issue: how trails get their names", url: "https://magazine.example.com/issues/2026-autumn",
    ageDays: 65.8, perDay: 58, launch: 6, via: { newsletter: 6, x: 1, linkedin: 1, podcast: 1, search: 3, direct: 4, partner: 1 },
    campaign: "autumn-2026", apps: ["Slack", "WhatsApp", "Facebook"],
    description: "Who decides what a path is called? Six stories from six valleys." },
  { slug: "status", title: "Service status", url: "https://status.example.com/", ageDays: 74, perDay: 9,
    via: { direct: 6, github: 2, search: 1 }, failing: { reason: says("noAnswer", { seconds: 5 }), times: 3, sinceDays: 0.4 } },
  { slug: "cfp", title: "Call for papers, Map Days 2026", url: "https://mapdays.example.org/2026/cfp", ageDays: 104, perDay: 14, launch: 4,
    via: { x: 3, linkedin: 3, direct: 2 }, campaign: "map-days", apps: social, expiresInDays: -53 },
  { slug: "wifi", title: "Guest Wi-Fi card", url: `${www}/visit/wifi`, tags: ["Print"], ageDays: 128, perDay: 14, via: { "qr-poster": 1 } },
  { slug: "press", title: "Press kit", url: `${www}/press`, ageDays: 151, perDay: 8, via: { direct: 5, linkedin: 1, search: 2 }, apps: ["Slack"],
    description: "Logos, portraits and the story in two paragraphs." },
  { slug: "docs", title: "Documentation", url: "https://docs.example.com/", tags: ["Developers"], ageDays: 178, perDay: 46,
    via: { direct: 5, search: 6, github: 4, partner: 1 }, apps: ["Slack", "Discord", "Telegram"],
    description: "Everything the Atlas can do, with examples." },
  { slug: "meetup", title: "Map meetup, every second Tuesday", url: "https://events.example.com/meetup", tags: ["Events"], ageDays: 176, perDay: 19,
    via: { direct: 4, x: 2, newsletter: 3, "qr-poster": 1 }, campaign: "meetup", apps: ["WhatsApp", "Discord"],
    description: "Bring a map, tell its story, take another one home." },
  { slug: "shop", title: "Shop", url: "https://shop.example.com/", tags: ["Shop"], ageDays: 174, perDay: 18, via: { direct: 6, search: 3, newsletter: 2 },
    apps: chat, description: "Prints, sheets and folded maps." },
  { slug: "app", title: "Atlas for iOS and Android", url: `${www}/app`, ageDays: 170, perDay: 22,
    via: { "qr-poster": 3, direct: 4, podcast: 2, search: 2 }, campaign: "atlas-launch", apps: chat, description: "The map in your pocket." },
  { slug: "careers", title: "Work with us", url: "https://jobs.example.com/", tags: ["Hiring"], ageDays: 168, perDay: 6, via: { linkedin: 6, direct: 3 },
    campaign: "hiring-nov", apps: ["LinkedIn"] },
  { slug: "newsletter", title: "The Sunday map, our newsletter", url: `${www}/newsletter`, ageDays: 165, perDay: 13,
    via: { x: 3, podcast: 2, direct: 4 }, apps: ["X"], description: "One map and its story, every Sunday." },
  { slug: "pod", title: "Podcast: Off the grid", url: "https://podcast.example.org/", tags: ["Podcast"], ageDays: 160, perDay: 10,
    via: { podcast: 4, direct: 3, x: 1 }, campaign: "season-5", apps: ["X"] },
  { slug: "pod-41", title: "Episode 41: rivers that moved", url: "https://podcast.example.org/episodes/41-rivers-that-moved", tags: ["Podcast"], ageDays: 20.3,
    perDay: 9, launch: 10, via: { podcast: 6, direct: 2 }, campaign: "season-5", apps: ["WhatsApp"] },
  { slug: "pod-40", title: "Episode 40: the last lighthouse survey", url: "https://podcast.example.org/episodes/40-the-last-lighthouse-survey",
    tags: ["Podcast"], ageDays: 34.3, perDay: 5, launch: 16, via: { podcast: 6, direct: 2 }, campaign: "season-5" },
  { slug: "pod-39", title: "Episode 39: maps for the blind", url: "https://podcast.example.org/episodes/39-maps-for-the-blind", tags: ["Podcast"], ageDays: 48.3,
    perDay: 4, launch: 18, via: { podcast: 6, direct: 2, reddit: 1 }, campaign: "season-5" },
  { slug: "summer-issue", title: "Summer issue: islands on paper", url: "https://magazine.example.com/issues/2026-summer", ageDays: 157,
    perDay: 11, launch: 12, via: { newsletter: 5, search: 3, direct: 3 }, campaign: "summer-2026",
    description: "Eight islands, drawn before anyone had flown over them." },
  { slug: "summer-sale", title: "Summer sale", url: "https://shop.example.com/sale", tags: ["Shop", "Sale"], ageDays: 130, perDay: 20, launch: 5,
    via: { newsletter: 5, partner: 2, direct: 2 }, campaign: "summer-2026", expiresInDays: -84 },
  { slug: "map-days", title: "Map Days 2026, programme", url: "https://mapdays.example.org/2026", tags: ["Events"], ageDays: 88, perDay: 12, launch: 6,
    via: { x: 2, linkedin: 2, direct: 3, search: 2 }, campaign: "map-days", apps: social, description: "Two days, three stages, forty talks." },
  { slug: "map-days-tickets", title: "Map Days 2026, tickets", url: "https://mapdays.example.org/2026/tickets", tags: ["Events", "Sale"], ageDays: 86, perDay: 18,
    launch: 4, via: { newsletter: 3, x: 2, partner: 2, direct: 2 }, campaign: "map-days", expiresInDays: -22 },
  { slug: "hut-course", title: "Hut-to-hut course", url: "https://courses.example.com/hut-to-hut", tags: ["Courses"], ageDays: 120, perDay: 9,
    via: { search: 4, newsletter: 2, direct: 3 }, campaign: "courses-2027", apps: ["WhatsApp"] },
  { slug: "compass-101", title: "Compass in a day, beginners' course", url: "https://courses.example.com/compass-101", tags: ["Courses"], ageDays: 112, perDay: 7,
    via: { search: 3, "qr-poster": 2, direct: 2 }, campaign: "courses-2027" },
  { slug: "legend", title: "Legend of all symbols (PDF)", url: `${www}/guides/legend.pdf`, tags: ["Guides"], ageDays: 140, perDay: 12,
    via: { search: 5, "qr-poster": 2, direct: 3 } },
  { slug: "github", title: "Source code of the tile server", url: "https://github.example.com/maps/tiles", tags: ["Developers"], ageDays: 145, perDay: 10,
    via: { github: 3, "hacker-news": 1, direct: 3 }, apps: ["Slack", "Discord"] },
  { slug: "atlas-api", title: "API of the Atlas", url: "https://docs.example.com/api", tags: ["Developers"], ageDays: 136, perDay: 13,
    via: { github: 4, search: 3, direct: 3 }, apps: ["Slack"] },
  { slug: "changelog", title: "What is new in Atlas", url: "https://docs.example.com/changelog", tags: ["Developers"], ageDays: 118, perDay: 8,
    via: { direct: 4, x: 2, github: 2 } },
  { slug: "feedback", title: "Report an error on the map", url: "https://forms.example.net/s/map-error", ageDays: 150, perDay: 5,
    via: { direct: 5, "qr-poster": 1 } },
  { slug: "trail-07", title: "Trail 7, conditions", url: `${www}/trails/7`, ageDays: 72, perDay: 15, via: { "qr-poster": 7, direct: 2 },
    campaign: "trail-signs" },
  { slug: "trail-12", title: "Trail 12, conditions", url: `${www}/trails/12`, ageDays: 72, perDay: 10, via: { "qr-poster": 7, direct: 1 },
    campaign: "trail-signs" },
  { slug: "poster-zurich", title: "Poster at Zürich airport", url: `${www}/visit/zurich`, ageDays: 30.5, perDay: 14,
    via: { "qr-poster": 9, direct: 1 }, campaign: "zurich-posters" },
  { slug: "old-shop", title: "Shop, address before the move", url: "https://shop-old.example.com/", ageDays: 177, perDay: 4,
    via: { direct: 3, search: 1 }, disabledDaysAgo: 60 },
  { slug: "beta", title: "Atlas 3 beta", url: `${www}/beta`, ageDays: 83, perDay: 16, launch: 3, via: { newsletter: 3, x: 2, direct: 2 },
    campaign: "atlas-launch", disabledDaysAgo: 19 },
  { slug: "hike-oct", title: "October hike, meeting point", url: "https://events.example.com/hikes/october", ageDays: 58, perDay: 12,
    via: { newsletter: 3, direct: 4 }, campaign: "meetup", expiresInDays: -31 },
  { slug: "imprint", title: "Imprint", url: `${www}/imprint`, ageDays: 175, perDay: 1, via: { direct: 1 } },
  { slug: "9fQ2xLw", title: null, url: "https://files.example.com/d/11aa/print-proof-north-wall.pdf", ageDays: 103, perDay: 0.3,
    via: { direct: 1 } },
];
