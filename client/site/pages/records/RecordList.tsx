import type { Outcome, Site } from '../../../../contract/kinds/entities.ts'
import { type ListedKind, listedKinds } from '../../../../contract/kinds/listedKinds.ts'
import { addressOfPage } from '../../../../contract/site/sitePages.ts'
import { Arrow } from '../../../ui/Icon.tsx'
import { keepWords } from '../../../ui/keepWords.ts'
import { pick } from '../../facts.ts'
import { excerpt, listHead, pageBanner } from '../../head.ts'
import { type Chunk, chunkOf, requestedChunk } from '../../pagination.ts'
import { InquiryBand, inquiryBand, type InquiryPlace } from '../../parts/InquiryBand.tsx'
import { Outcomes } from '../../parts/Outcomes.tsx'
import { Pager } from '../../parts/Pager.tsx'
import { Thumbnail } from '../../parts/Thumbnail.tsx'
import { type Banner, type Head, NoSuchPage, type PageProps, type PageRequest } from '../../route.ts'
import { type SentRecord, shownRecord } from './shownRecord.ts'

interface RecordListFacts extends Pick<InquiryPlace, 'band'>, Pick<ListedKind, 'list' | 'noun' | 'cover'> {
  records: (ReturnType<typeof shownRecord> & { outcomes: Outcome[] })[]
  chunk: Chunk
}

const recordsPerChunk = 200
const outcomesInRow = 2

export async function load({ call, path, query, site }: PageRequest): Promise<RecordListFacts> {
  const kind = listedKinds.find(({ list }) => addressOfPage(list) === path)
  if (!kind) throw new NoSuchPage()
  const number = requestedChunk(query)
  const { data, count } = await call(`${kind.name}List`, { page: number, limit: recordsPerChunk })
  return {
    ...pick(kind, 'list', 'noun', 'cover'),
    records: data.map((row: SentRecord) => ({
      ...shownRecord(kind, row),
      outcomes: (row['figures'] ?? []) as Outcome[],
    })),
    chunk: chunkOf(number, count, recordsPerChunk),
    ...inquiryBand(site, 'list'),
  }
}

export function head({ list, records, chunk }: RecordListFacts, site: Site): Head {
  const { description, ...rest } = listHead(list, chunk, site)
  return { ...rest, description: description || excerpt(records.map(({ name }) => name).join('、')) }
}

export function banner({ list }: RecordListFacts, site: Site): Banner {
  const { image, ...rest } = pageBanner(list, site)
  return { image: image || site.banners.home.image, ...rest }
}

/** The list of a kind that has none of its own. */
export default function RecordList({ facts, frame }: PageProps<RecordListFacts>) {
  const { list, noun, cover, records, chunk, band } = facts
  return (
    <>
      <div className="section gridded">
        <div className="wrap case-rows stack">
          {records.map(({ name, image, path, intro, outcomes }, index) => (
            <article className={cover && image ? 'case-row columns' : 'case-row'} key={path}>
              {cover && image && (
                <a href={path} tabIndex={-1} aria-hidden="true">
                  <Thumbnail image={image} sizes="(min-width: 48rem) min(42vw, 45rem), 100vw" priority={index === 0} />
                </a>
              )}
              <div>
                <h2>
                  <a href={path} {...keepWords(name)} />
                </h2>
                <Outcomes className="row-outcomes" outcomes={outcomes.slice(0, outcomesInRow)} />
                <p dir="auto">{intro}</p>
                <a className="more row accent" href={path} aria-label={`查看${noun}：${name}`}>
                  {`查看${noun}`}
                  <Arrow />
                </a>
              </div>
            </article>
          ))}
        </div>
        <Pager label={`${noun}分页`} chunk={chunk} hrefOf={(page) => `${addressOfPage(list)}?page=${page}`} />
      </div>
      <InquiryBand band={band} frame={frame} />
    </>
  )
}
