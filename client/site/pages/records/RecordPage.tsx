import type { Site } from '../../../../contract/kinds/entities.ts'
import type { Fact } from '../../../../contract/kinds/kinds.ts'
import { type ListedKind, listedKinds } from '../../../../contract/kinds/listedKinds.ts'
import { beginningOf } from '../../../../contract/text/plainText.ts'
import type { Share } from '../../../../contract/kinds/recordHead.ts'
import { addressOfPage } from '../../../../contract/site/sitePages.ts'
import { isoOf } from '../../../lib/relativeTime.ts'
import { keepWords } from '../../../ui/keepWords.ts'
import { Picture } from '../../../ui/Picture.tsx'
import { RichText } from '../../../ui/RichText.tsx'
import { recordHead } from '../../head.ts'
import { Crumbs } from '../../parts/Crumbs.tsx'
import { Details } from '../../parts/Details.tsx'
import { InquiryBand, inquiryBand, type InquiryPlace } from '../../parts/InquiryBand.tsx'
import { Neighbours } from '../../parts/Neighbours.tsx'
import { type Banner, type Head, NoSuchPage, type PageProps, type PageRequest } from '../../route.ts'
import { type SentRecord, shownRecord, textOf } from './shownRecord.ts'

interface RecordPageFacts extends Pick<InquiryPlace, 'band'> {
  kind: ListedKind
  record: SentRecord & Share & { facts?: Fact[] }
}

export async function load({ call, path, query, site }: PageRequest): Promise<RecordPageFacts> {
  const kind = listedKinds.find(({ route }) => route === path || route === path.replace(/[^/]+$/, '*'))
  const value = kind?.route === path ? query.get(kind.key) : path.slice(path.lastIndexOf('/') + 1)
  if (!kind || !value) throw new NoSuchPage()
  const record = await call(`${kind.name}Detail`, { [kind.key]: value } as { newId: string })
  return { kind, record: { ...record }, ...inquiryBand(site, kind.name === 'news' ? 'news' : 'page') }
}

export function head({ kind, record }: RecordPageFacts, site: Site): Head {
  const { name, image, intro } = shownRecord(kind, record)
  const text = kind.text === '' ? beginningOf(textOf(record, kind.body)) || name : intro
  return {
    ...recordHead({ title: name, text, picture: image }, record, site),
    ...(kind.isDated && { article: { published: isoOf(textOf(record, 'createDate')) } }),
  }
}

export function banner({ kind, record }: RecordPageFacts): Banner | undefined {
  const { name, image } = shownRecord(kind, record)
  return kind.hasBanner && image !== '' ? { image, title: name } : undefined
}

/** The page of a record of a kind that has none of its own. */
export default function RecordPage({ facts, frame }: PageProps<RecordPageFacts>) {
  const { kind, record, band } = facts
  const { name, image, intro } = shownRecord(kind, record)
  const list = addressOfPage(kind.list)
  const day = textOf(record, 'createDate').slice(0, 10)
  const details = (record.facts ?? []).map(({ term, value }) => ({ term, description: value }))
  const beside = (other: unknown) => {
    if (!other) return undefined
    const { path, name } = shownRecord(kind, other as SentRecord)
    return { href: path, name }
  }
  return (
    <>
      <div className="wrap article">
        <Crumbs href={list} parent={frame.pageNames[kind.list]}>
          {name}
        </Crumbs>
        <article>
          {!banner(facts) && (
            <header>
              <h1 {...keepWords(name)} />
              {kind.isDated && (
                <p className="article-meta row muted">
                  <time dateTime={day}>{day}</time>
                  <span>{frame.siteName}</span>
                </p>
              )}
              {intro && (
                <p className="article-intro muted lead" dir="auto">
                  {intro}
                </p>
              )}
            </header>
          )}
          {image && !kind.hasBanner && (
            <Picture
              className="article-cover"
              src={image}
              alt=""
              width={960}
              height={640}
              sizes="min(100vw, 52rem)"
              priority
            />
          )}
          <Details details={details} />
          <RichText html={textOf(record, kind.body)} />
        </article>
        {'newer' in record && (
          <Neighbours
            label={`其他${kind.noun}`}
            words={kind.isDated ? ['上一篇', '下一篇'] : ['上一个', '下一个']}
            list={list}
            previous={beside(record['newer'])}
            next={beside(record['older'])}
          />
        )}
      </div>
      <InquiryBand band={band} frame={frame} />
    </>
  )
}
