import { type ReactNode, useState } from 'react'
import type { PublicSite } from '../../../contract/entities.ts'
import type { FieldValues } from '../../../contract/merge.ts'
import type { RecordField } from '../../../contract/recordFields.ts'
import { type Derived, excerptLength, recordHead } from '../../../contract/recordHead.ts'
import { api } from '../api.ts'
import { useLoaded } from '../ui/useLoaded.ts'

interface Props {
  fields: readonly (readonly [name: string, field: RecordField])[]
  values: FieldValues
  errors: Partial<FieldValues>
  /** What is shown where staff have typed nothing. */
  derived: Derived
  /** The address of its page; undefined until it has one. */
  path: string | undefined
  input(name: string, field: RecordField): ReactNode
}

/** About as much as Baidu shows of a title. */
const titleLength = 30

/** 搜索与分享: what search results and shared links show of a record. Folded, since what follows from the record is mostly right. */
export function ShareFields({ fields, values, errors, derived, path = '', input }: Props) {
  const [opened, setOpened] = useState(false)
  const isInvalid = fields.some(([name]) => errors[name] !== undefined)
  const open = opened || isInvalid
  const { data: site } = useLoaded<PublicSite>(open ? (signal, known) => known ?? api('siteDetail', {}, signal) : undefined, [open])
  const { shareTitle = '', shareText = '' } = values
  const words: Readonly<Record<string, { placeholder: string; help: string }>> = {
    shareTitle: { placeholder: derived.title, help: `${shareTitle.length}个字，搜索结果一般显示${titleLength}个字左右` },
    shareText: { placeholder: derived.text, help: `${shareText.length}个字，${excerptLength}个字以后不显示` },
  }
  return (
    <details
      className="share-fold" open={open}
      onToggle={({ currentTarget }) => {
        // Only a visible field can be focused.
        if (isInvalid) currentTarget.open = true
        setOpened(currentTarget.open)
      }}
    >
      <summary>{fields.some(([name]) => values[name]) ? '搜索与分享（已填写）' : '搜索与分享'}</summary>
      <p className="muted small">不填写时按内容自动生成。改动要等搜索引擎下次收录才看得到。</p>
      {site && <Snippet {...recordHead(derived, values, site)} path={path} shareImage={site.shareImage} />}
      {fields.map(([name, field]) => input(name, { ...field, ...words[name] }))}
    </details>
  )
}

/** As a search result and a shared link show it. */
const Snippet = ({ title, description, image, shareImage, path }: ReturnType<typeof recordHead> & { shareImage: string; path: string }) => (
  <figure className="snippet boxed stack tight" aria-label="预览">
    <p className="snippet-title">{title}</p>
    <p className="small muted clamped">{location.host + path}</p>
    <div className="row">
      <img src={image || shareImage} alt="" />
      <p className="small muted">{description}</p>
    </div>
  </figure>
)
