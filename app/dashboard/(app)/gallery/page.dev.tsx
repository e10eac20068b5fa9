import type { ReactNode } from "react";
import { PageHead } from "@/components/layout/page-header";
import { CardPreview } from "@/components/links/form/card-preview";
import { LinkStatusIcon } from "@/components/links/link-status-icon";
import { LinkListSkeleton } from "@/components/links/list/link-list";
import { NoneMatch } from "@/components/links/list/no-links";
import { NoLinksYet } from "@/components/links/list/no-links-yet";
import { QrCode } from "@/components/links/qr/qr-code";
import { ShortLink } from "@/components/links/short-link";
import { DayChart } from "@/components/stats/chart/day-chart";
import { Delta } from "@/components/stats/delta";
import { reportTexts } from "@/components/stats/report-texts";
import { Stat, StatStrip } from "@/components/stats/stat-strip";
import { TextsProvider } from "@/components/texts/texts-provider";
import { BarLabel } from "@/components/ui/bar";
import { Button } from "@/components/ui/button";
import { Card, CardHead, CardNote, CardTitle } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Chip } from "@/components/ui/chip";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { FailedPart } from "@/components/ui/failed-part";
import { Field, FieldNote } from "@/components/ui/field";
import { Download, Plus, Trash2 } from "@/components/ui/icons";
import { Input, InputPrefix } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";
import { Pagination } from "@/components/ui/pagination";
import { Segment, Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { Sparkline } from "@/components/ui/sparkline";
import { Switch } from "@/components/ui/switch";
import { Table, Td, Th } from "@/components/ui/table";
import { Tab, TabList, TabPanel, Tabs } from "@/components/ui/tabs";
import { CodeTag, Tag } from "@/components/ui/tag";
import { Textarea } from "@/components/ui/textarea";
import { OverlaySpecimens } from "./overlays";

const month = [
  18, 12, 14, 22, 31, 30, 12, 9, 19, 24, 27, 40, 33, 14, 12, 20, 28, 31, 34, 36, 15, 13, 22, 25, 31,
  38, 41, 17, 15, 22,
];
const counts = [3, 5, 4, 8, 12, 9, 4, 3, 7, 9, 11, 14, 10, 4];
const day = (index: number, shift = 0) =>
  new Date(Date.UTC(2026, 9, 21 + index + shift)).toISOString().slice(0, 10);
const noCounts = {
  all: 3,
  active: 0,
  disabled: 0,
  expired: 0,
  usedUp: 0,
  scheduled: 0,
  protected: 0,
  broken: 0,
  moved: 0,
  outside: 0,
};

/** Every component in every state, for development. */
export default function GalleryPage() {
  return (
    <TextsProvider of={reportTexts}>
      <PageHead title="Gallery" note="Every component in every state" />
      <Specimen title="Buttons">
        <Row>
          <Button variant="primary">
            <Plus aria-hidden className="size-4" />
            Create link <Kbd>C</Kbd>
          </Button>
          <Button>
            <Download aria-hidden className="size-4" />
            Export
          </Button>
          <Button variant="ghost">Cancel</Button>
          <Button variant="dangerPlain">Delete</Button>
          <Button variant="danger">Delete</Button>
          <Button size="icon" aria-label="Delete">
            <Trash2 aria-hidden className="size-4" />
          </Button>
        </Row>
        <Row>
          <Button variant="primary" disabled>
            Create link
          </Button>
          <Button disabled>Edit</Button>
          <Button size="small">Extend</Button>
          <Button size="iconSmall" variant="bare" aria-label="Delete">
            <Trash2 aria-hidden className="size-4" />
          </Button>
          <CopyButton text="https://go.example.com/contour">Copy</CopyButton>
          <CopyButton text="https://go.example.com/contour" variant="bare" size="tiny" />
        </Row>
      </Specimen>
      <Specimen title="Fields">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Title" optional hint="Shown in link previews.">
            {(control) => <Input {...control} placeholder="Defaults to the slug" />}
          </Field>
          <Field label="Slug" error="Already taken">
            {(control) => (
              <Input
                {...control}
                before={<InputPrefix>go.example.com/</InputPrefix>}
                inputClassName="mono"
                defaultValue="docs"
              />
            )}
          </Field>
          <Field label="Access">
            {(control) => (
              <Select {...control}>
                <option>Read</option>
                <option>Read and write</option>
              </Select>
            )}
          </Field>
          <Field label="Disabled">
            {(control) => <Input {...control} disabled defaultValue="Cannot be changed" />}
          </Field>
          <Field label="Destinations">
            {(control) => <Textarea {...control} placeholder="One per line" />}
          </Field>
          <div className="flex flex-col gap-2">
            <FieldNote tone="good">Available</FieldNote>
            <FieldNote tone="warn">
              /old will stop working (851 clicks in the last 7 days).
            </FieldNote>
            <FieldNote tone="bad">Use letters, digits, hyphens and underscores</FieldNote>
          </div>
        </div>
      </Specimen>
      <Specimen title="Choices">
        <Row>
          <Checkbox aria-label="Off" />
          <Checkbox aria-label="On" defaultChecked />
          <Checkbox aria-label="Some" some />
          <Checkbox aria-label="Disabled" disabled />
          <Switch aria-label="Off" />
          <Switch aria-label="On" defaultChecked />
          <Segmented label="Range">
            <Segment on={false}>7 d</Segment>
            <Segment on>30 d</Segment>
            <Segment on={false}>90 d</Segment>
          </Segmented>
        </Row>
        <Row>
          <Chip>
            Active <small>40</small>
          </Chip>
          <Chip on>
            Expired <small>5</small>
          </Chip>
          <Chip size="tiny">contours</Chip>
          <Chip size="tiny" on>
            berlin-posters
          </Chip>
          <Tag>Read</Tag>
          <Tag tone="accent">Copied</Tag>
          <Tag tone="bots">Destination broken</Tag>
          <Tag tone="danger">Revoked</Tag>
          <CodeTag>DE</CodeTag>
          <Kbd>Esc</Kbd>
        </Row>
      </Specimen>
      <Specimen title="Overlays">
        <Row>
          <OverlaySpecimens />
        </Row>
      </Specimen>
      <Specimen title="Totals">
        <StatStrip label="Totals">
          <Stat
            isCharted
            label="Clicks"
            value="4,571"
            note={<Delta now={115} before={100} locale="en" />}
            spark={<Sparkline counts={counts} label="14 days" width={92} height={28} />}
          />
          <Stat label="Visitors" value="3,917" note={<Delta now={90} before={100} locale="en" />} />
          <Stat label="Links" value="48" />
          <Stat
            label="Bot hits"
            value="143"
            spark={
              <Sparkline counts={counts} label="14 days" variant="bots" width={92} height={28} />
            }
          />
        </StatStrip>
        <Row>
          <Sparkline counts={counts} label="14 days" />
          <Sparkline counts={counts} label="14 days" before={9} />
          <Sparkline counts={counts} label="14 days" variant="still" today={false} />
          <Sparkline counts={counts.map(() => 0)} label="No clicks in 14 days" />
          <LinkStatusIcon sign="active" />
          <LinkStatusIcon sign="expiring" />
          <LinkStatusIcon sign="expired" />
          <LinkStatusIcon sign="disabled" />
          <LinkStatusIcon sign="broken" />
          <ShortLink host="go.example.com" slug="contour" />
        </Row>
        <Card>
          <DayChart
            title="Clicks by day"
            points={month.map((count, index) => ({ start: day(index), count }))}
            before={month.toReversed().map((count, index) => ({ start: day(index, -30), count }))}
            name="1 Nov to 30 Nov"
            beforeName="2 Oct to 31 Oct"
            openName="Today"
          />
        </Card>
        <Card className="p-3">
          <BarLabel share={1}>Direct</BarLabel>
          <BarLabel share={0.4}>mail.example.net</BarLabel>
          <BarLabel share={0.02} tint="bots">
            Slack
          </BarLabel>
        </Card>
      </Specimen>
      <Specimen title="Cards and tables">
        <Card>
          <Tabs value="country">
            <CardHead ruled>
              <CardTitle>Places</CardTitle>
              <CardNote>30 days</CardNote>
              <TabList aria-label="Places">
                <Tab value="country">Country</Tab>
                <Tab value="city">City</Tab>
              </TabList>
            </CardHead>
            <TabPanel value="country">
              <Table label="Countries">
                <thead>
                  <tr>
                    <Th>Country</Th>
                    <Th numeric>Clicks</Th>
                  </tr>
                </thead>
                <tbody>
                  <tr>
                    <Td lead>Germany</Td>
                    <Td numeric>1,402</Td>
                  </tr>
                  <tr>
                    <Td lead>France</Td>
                    <Td numeric>318</Td>
                  </tr>
                </tbody>
              </Table>
            </TabPanel>
            <TabPanel value="city" className="p-5">
              Leipzig
            </TabPanel>
          </Tabs>
        </Card>
        <Pagination back={null} next="/dashboard/links">
          1 to 20 of 48
        </Pagination>
        <CodeBlock
          code={"curl https://go.example.com/api/links \\\n  -H 'Authorization: Bearer …'"}
        />
      </Specimen>
      <Specimen title="Empty, loading, failed">
        <NoLinksYet />
        <NoneMatch
          query={{ q: "berlin", state: "expired", sort: "newest", page: 1 }}
          counts={noCounts}
          locale="en"
        />
        <EmptyState title="No tokens yet">Scripts need one.</EmptyState>
        <LinkListSkeleton />
        <Skeleton className="w-40" />
        <FailedPart
          title="Clicks by day could not be loaded"
          message="The database did not answer within 5 s. The other cards are up to date."
          id="01KAEJ7Q4M"
        />
      </Specimen>
      <Specimen title="Shared">
        <div className="grid gap-4 sm:grid-cols-2">
          <CardPreview
            variant="slack"
            fallback="contour"
            card={{
              title: "Webinar: reading contour lines",
              description: "One hour, one map.",
              image: null,
              siteName: "Example Events",
              host: "go.example.com",
            }}
          />
          <CardPreview
            variant="x"
            fallback="contour"
            card={{
              title: null,
              description: null,
              image: null,
              siteName: null,
              host: "go.example.com",
            }}
          />
        </div>
        <QrCode text="https://go.example.com/contour" size={110} />
      </Specimen>
    </TextsProvider>
  );
}

function Specimen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-6 gap-y-2 border-hairline border-t py-6 md:grid-cols-[160px_minmax(0,1fr)]">
      <h2 className="font-semibold">{title}</h2>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </section>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
