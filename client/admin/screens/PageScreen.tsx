import { useEffect, useRef } from 'react'
import type { CustomPageRow } from '../../../contract/entities.ts'
import { beginningOf } from '../../../contract/plainText.ts'
import { customPage } from '../../../contract/recordPages.ts'
import { limits, tooLarge } from '../../../contract/rules.ts'
import { suggestedPath } from '../../../contract/suggestedPath.ts'
import { api } from '../api.ts'
import { FormParts } from '../forms/FormParts.tsx'
import type { RecordKind } from '../forms/record.ts'
import { ShareFields } from '../forms/ShareFields.tsx'
import type { FieldsProps } from '../forms/RecordDialog.tsx'
import { clamped, nameOr } from '../lists/cells.tsx'
import { RecordScreen, type RecordSource } from '../lists/RecordScreen.tsx'
import { pickPicture } from '../media/MediaPicker.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { DateRange } from '../ui/DateRange.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { ViewProps } from '../viewProps.ts'
import { pictures } from '../work/senders.ts'
import { emptyShare, recordOf, shareDisplay } from './recordOf.ts'
import { BodyField, CoverField, timeColumn, titleColumn, TitleSearch } from './recordParts.tsx'

const { source: common, dialog } =
  recordOf('page', { pageTitle: '', from: '', to: '' }, { pageTitle: '', pagePath: '', pageBanner: '', pageBody: '', ...emptyShare })

const source = {
  ...common,
  label: '页面列表',
  empty: '还没有页面，点击“新增”添加第一个，如招聘、服务网点、资料下载',
  question: ({ pageTitle }) => `是否确认删除页面“${nameOr(pageTitle)}”？`,
  sitePath: (_id, { pagePath }) => (typeof pagePath === 'string' && pagePath !== '' ? customPage(pagePath) : undefined),
  columns: (): Column<CustomPageRow>[] => [
    titleColumn('pageTitle', '页面标题'),
    { key: 'pagePath', title: '地址', width: '14rem', cell: ({ pagePath }) => clamped(pagePath && customPage(pagePath)) },
    timeColumn,
  ],
} satisfies RecordSource<CustomPageRow, typeof common.search>

const kind = {
  ...dialog,
  path: '/AdminPage',
  page: 'page',
  width: '72%',
  titles: { add: '新增页面', edit: '编辑页面', view: '查看页面' },
  display: {
    pageTitle: { label: '页面标题' },
    pagePath: { label: '地址' },
    pageBanner: { label: '横幅图片', kind: 'picture' },
    ...shareDisplay,
    pageBody: { label: '页面内容', kind: 'rich' },
  },
} satisfies RecordKind<typeof dialog.empty>

/** Pages of the company's own: listed, searched by title, added, seen, changed, deleted. */
export function PageScreen({ active }: ViewProps) {
  return (
    <RecordScreen
      active={active}
      source={source}
      kind={kind}
      add={{ label: '新增', icon: 'plus' }}
      viewable
      searchFields={({ typed, type }) => (
        <>
          <TitleSearch name="pageTitle" label="页面标题" {...{ typed, type }} />
          <DateRange label="时间" from={typed.from} to={typed.to} onChange={type} />
        </>
      )}
      fields={(props) => <PageFields {...props} />}
    />
  )
}

const banners = pictures('media', tooLarge.media)

function PageFields({ form, disabled, preview, history }: FieldsProps<typeof dialog.empty>) {
  const field = form.fields(kind.display, disabled)
  const { pageTitle, pagePath, pageBody, pageBanner } = form.values
  const suggest = useSuggestedPath(form)
  return (
    <FormParts
      errors={form.errors}
      textNames={['pageTitle', 'pagePath', 'pageBody']}
      text={
        <>
          <TextField {...field('pageTitle')} onChange={suggest} />
          <TextField {...field('pagePath')} inputMode="url" prefix={customPage('')} hint="按标题的拼音首字母生成，可以修改；发布后不要再改，别处的链接会打不开" />
          <BodyField {...field('pageBody')} form={form.name} preview={preview} />
        </>
      }
      more={
        <>
          <CoverField {...field('pageBanner')} form={form.name} sender={banners} />
          <div className="form-folds row wraps">
            <ShareFields
              field={field} pick={pickPicture} target={{ form: form.name, field: 'sharePicture', sender: banners }}
              path={pagePath === '' ? undefined : customPage(pagePath)}
              derived={{ title: pageTitle, text: beginningOf(pageBody) || pageTitle, picture: pageBanner }}
            />
            {history}
          </div>
        </>
      }
    />
  )
}

/** Sets the title, and with it the address as long as nobody has chosen one. A published page keeps its address. */
function useSuggestedPath(form: FieldsProps<typeof dialog.empty>['form']): (pageTitle: string) => void {
  const taken = useRef<readonly string[]>([])
  useEffect(() => {
    const request = new AbortController()
    api('pageList', { limit: limits.listLimit, show: 'all' }, request.signal).then(
      ({ data }) => void (taken.current = data.filter(({ pageId }) => pageId !== form.id()).map(({ pagePath }) => pagePath)),
      // Without an answer the suggestion may be taken, which publishing says.
      () => {},
    )
    return () => request.abort()
  }, [])

  return (next) => {
    const { values: { pageTitle, pagePath }, publication } = form.view.peek()
    const isChosen = pagePath !== '' && pagePath !== suggestedPath(pageTitle, taken.current)
    form.set('pageTitle', next)
    if (!isChosen && publication?.published === undefined) form.set('pagePath', suggestedPath(next, taken.current))
  }
}
