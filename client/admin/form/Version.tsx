import { type ReactNode, useMemo } from 'react'
import type { Hunk } from '../../../contract/diff.ts'
import { type Block, compareBlocks, compareWords, type Row } from './compare.ts'
import type { FieldDisplay } from './record.ts'

interface Props {
  display: FieldDisplay
  value: string
  /** The value before: the differences are marked. */
  before: string
}

const identity = (text: string): string => text

export function Version({ display: { label, kind = 'text', render, read = identity }, value, before }: Props) {
  const empty = value === '' && <em className="muted">（空）</em>
  if (kind === 'rich') return <RichVersion value={value} before={before} empty={empty} />
  if (kind === 'picture') {
    return (
      <div className="version">
        {empty ||
          read(value)
            .split('\n')
            .map((src, index) => <img key={index} src={src} alt={label} />)}
      </div>
    )
  }
  return (
    <div className="version">
      <p>{render ? render(value) || empty : hunksOf(compareWords(read(before), read(value)))}</p>
      {!render && empty}
    </div>
  )
}

function RichVersion({ value, before, empty }: { value: string; before: string; empty: ReactNode }) {
  const rows = useMemo(() => compareBlocks(blocksOf(before), blocksOf(value)), [before, value])
  return <div className="version">{rows.length > 0 ? rows.map(renderRow) : empty}</div>
}

const tags = { removed: 'del', added: 'ins', format: 'span', kept: 'span' } as const

function renderRow(row: Row, index: number): ReactNode {
  if (row.is === 'skipped') {
    return (
      <p key={index} className="muted">
        … {row.count} 段没有变化 …
      </p>
    )
  }
  if (row.is === 'changed') return <p key={index}>{hunksOf(row.words)}</p>
  const { is, block } = row
  const Tag = tags[is]
  return (
    <p key={index}>
      <Tag>{contentOf(block)}</Tag>
      {is === 'format' && <span className="muted">（文字相同，格式不同）</span>}
    </p>
  )
}

const contentOf = ({ text, picture }: Block): ReactNode => (
  <>
    {picture !== undefined && <img src={picture} alt="正文里的图片" loading="lazy" />}
    {text}
  </>
)

const hunksOf = (hunks: readonly Hunk<string>[]): ReactNode =>
  hunks.map((hunk, index) =>
    'same' in hunk ? (
      hunk.same.join('')
    ) : (
      <span key={index}>
        {hunk.removed.length > 0 && <del>{hunk.removed.join('')}</del>}
        {hunk.added.length > 0 && <ins>{hunk.added.join('')}</ins>}
      </span>
    ),
  )

const blockTags = new Set(
  'p h1 h2 h3 h4 h5 h6 pre div blockquote ul ol li figure figcaption hr table caption colgroup col thead tbody tfoot tr th td'.split(
    ' ',
  ),
)

/** The paragraphs and pictures of a rich text, in their order. A parsed document runs no scripts and loads no pictures. */
function blocksOf(html: string): Block[] {
  const blocks: Block[] = []
  let text = ''
  let key = ''
  const end = (path: string): void => {
    if (text.trim() !== '') blocks.push({ text: text.trim(), key: `${path} ${key}` })
    text = key = ''
  }
  const walk = (parent: Node, path: string, marks: string): void => {
    for (const child of parent.childNodes) {
      if (child instanceof Text) {
        text += child.data
        key += `${marks} ${child.data}`
      } else if (child instanceof Element) {
        const { localName: tag, className } = child
        if (tag === 'br') text += '\n'
        else if (tag === 'img' || tag === 'video') {
          end(path)
          const picture = child.getAttribute(tag === 'img' ? 'src' : 'poster')
          blocks.push({
            text: tag === 'img' ? '' : '【视频】',
            ...(picture !== null && { picture }),
            key: child.outerHTML,
          })
        } else if (blockTags.has(tag)) {
          end(path)
          const inside = `${path} ${tag}.${className}`
          walk(child, inside, '')
          end(inside)
        } else walk(child, path, `${marks} ${tag}.${className}${child.getAttribute('href') ?? ''}`)
      }
    }
  }
  walk(new DOMParser().parseFromString(html, 'text/html').body, '', '')
  end('')
  return blocks
}
