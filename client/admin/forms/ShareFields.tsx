import { useEffect, useState } from 'react'
import type { PublicSite } from '../../../contract/entities.ts'
import { type Derived, excerptLength, recordHead } from '../../../contract/recordHead.ts'
import type { Target } from '../../lib/uploads.ts'
import { api } from '../api.ts'
import type { FieldProps } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { PictureField } from './PictureField.tsx'

type Name = 'shareTitle' | 'shareText' | 'sharePicture'

interface Props {
  field(name: Name): FieldProps
  /** What is shown where staff have typed nothing. */
  derived: Derived
  /** The address of its page; undefined until it has one. */
  path: string | undefined
  target: Target
  pick(): Promise<string | undefined>
}

/** About as much as Baidu shows of a title. */
const titleLength = 30

/** 搜索与分享: what search results and shared links show of a record. Folded, since what follows from the record is mostly right. */
export function ShareFields({ field, derived, path, target, pick }: Props) {
  const [opened, setOpened] = useState(false)
  const [title, text, picture] = [field('shareTitle'), field('shareText'), field('sharePicture')]
  const fields = [title, text, picture]
  const isInvalid = fields.some(({ error }) => error !== undefined)
  const open = opened || isInvalid
  const site = useSite(open)
  return (
    <details
      className="share-fold" open={open}
      onToggle={({ currentTarget }) => {
        // Only a visible field can be focused.
        if (isInvalid) currentTarget.open = true
        setOpened(currentTarget.open)
      }}
    >
      <summary>{fields.some(({ value }) => value !== '') ? '搜索与分享（已填写）' : '搜索与分享'}</summary>
      <p className="muted small">不填写时按内容自动生成。改动要等搜索引擎下次收录才看得到。</p>
      {site && (
        <Snippet {...{ site, derived, path }} share={{ shareTitle: title.value, shareText: text.value, sharePicture: picture.value }} />
      )}
      <TextField {...title} placeholder={derived.title} hint={`${title.value.length}个字，搜索结果一般显示${titleLength}个字左右`} />
      <TextArea {...text} placeholder={derived.text} hint={`${text.value.length}个字，${excerptLength}个字以后不显示`} />
      <PictureField {...picture} pick={pick} target={target} />
    </details>
  )
}

type SnippetProps = Pick<Props, 'derived' | 'path'> & { site: PublicSite; share: Record<Name, string> }

/** As a search result and a shared link show it. */
function Snippet({ derived, share, site, path = '' }: SnippetProps) {
  const { title, description, image } = recordHead(derived, share, site)
  return (
    <figure className="snippet boxed stack tight" aria-label="预览">
      <p className="snippet-title">{title}</p>
      <p className="small muted clamped">{location.host + path}</p>
      <div className="row">
        <img src={image || site.shareImage} alt="" />
        <p className="small muted">{description}</p>
      </div>
    </figure>
  )
}

/** Undefined until it is loaded: the fields can be used without it. */
function useSite(wanted: boolean): PublicSite | undefined {
  const [site, setSite] = useState<PublicSite>()
  useEffect(() => {
    if (!wanted || site) return
    const request = new AbortController()
    api('siteDetail', {}, request.signal).then(setSite, () => {})
    return () => request.abort()
  }, [wanted])
  return site
}
