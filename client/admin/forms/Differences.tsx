import type { ReactNode } from 'react'
import type { Words } from '../lists/list.ts'
import { differAt } from './differAt.ts'
import type { FieldLook } from './record.ts'

interface Props {
  looks: Readonly<Record<string, FieldLook>>
  theirs: Words
  mine: Words
}

/** The fields in which two versions differ, theirs and mine beside each other. */
export function Differences({ looks, theirs, mine }: Props) {
  const names = Object.keys(looks).filter((name) => theirs[name] !== mine[name])
  if (names.length === 0) return <p className="differences none">最新内容与您的修改完全相同。</p>
  return (
    <dl className="differences">
      {names.map((name) => {
        const { label, kind = 'words', words = (value: string) => value } = looks[name] ?? { label: name }
        const both = [theirs[name] ?? '', mine[name] ?? ''] as const
        const texts = kind === 'rich' ? differAt(textOf(both[0]), textOf(both[1])) : both
        const shown = (text: string): ReactNode => {
          if (text === '') return <em>（空）</em>
          return kind === 'picture' ? <img src={text} alt={label} /> : words(text)
        }
        return (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              <b>最新内容</b>
              {shown(texts[0])}
            </dd>
            <dd>
              <b>我的修改</b>
              {shown(texts[1])}
            </dd>
            {kind === 'rich' && texts[0] === texts[1] && <dd className="note">文字相同，格式或图片不同</dd>}
          </div>
        )
      })}
    </dl>
  )
}

/** A parsed document runs and loads nothing. */
const textOf = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent.replace(/\s+/g, ' ').trim()
