import type { NewsRow } from '../../../contract/entities.ts'
import { newsPage } from '../../../contract/recordPages.ts'
import { tooLarge } from '../../../contract/rules.ts'
import { FormParts } from '../forms/FormParts.tsx'
import type { RecordKind } from '../forms/record.ts'
import { ShareFields } from '../forms/ShareFields.tsx'
import type { FieldsProps } from '../forms/RecordDialog.tsx'
import { RecordScreen, type RecordSource } from '../lists/RecordScreen.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { DateRange } from '../ui/DateRange.tsx'
import { pickPicture } from '../media/MediaPicker.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { ViewProps } from '../viewProps.ts'
import { pictures } from '../work/senders.ts'
import { clamped, nameOr } from '../lists/cells.tsx'
import { emptyShare, recordOf, shareDisplay } from './recordOf.ts'
import { BodyField, CoverField, timeColumn, titleColumn, TitleSearch } from './recordParts.tsx'

const { source: common, dialog } =
  recordOf('news', { newTitle: '', from: '', to: '' }, { newTitle: '', newIntro: '', newCover: '', newInfo: '', ...emptyShare })

const source = {
  ...common,
  label: '新闻列表',
  empty: '还没有新闻，点击“新增”发布第一篇',
  question: ({ newTitle }) => `是否确认删除当前标题为：${nameOr(newTitle)} 的数据？`,
  sitePath: newsPage,
  columns: (thumbnail): Column<NewsRow>[] => [
    { ...titleColumn('newTitle', '新闻标题'), width: '20rem' },
    { key: 'newCover', title: '封面图', width: '5.5rem', spare: 2, cell: thumbnail },
    { key: 'newIntro', title: '封面描述', spare: 1, text: ({ newIntro }) => newIntro, cell: ({ newIntro }) => clamped(newIntro) },
    timeColumn,
  ],
} satisfies RecordSource<NewsRow, typeof common.search>

const kind = {
  ...dialog,
  path: '/AdminNews',
  page: 'news',
  width: '72%',
  titles: { add: '新增新闻', edit: '编辑新闻', view: '查看新闻' },
  display: {
    newTitle: { label: '新闻标题' },
    newIntro: { label: '封面描述' },
    newCover: { label: '封面图', kind: 'picture' },
    ...shareDisplay,
    newInfo: { label: '新闻内容', kind: 'rich' },
  },
} satisfies RecordKind<typeof dialog.empty>

/** News: listed, searched by title, added, seen, changed, deleted. */
export function NewsScreen({ active }: ViewProps) {
  return (
    <RecordScreen
      active={active}
      source={source}
      kind={kind}
      add={{ label: '新增', icon: 'plus' }}
      viewable
      searchFields={({ typed, type }) => (
        <>
          <TitleSearch name="newTitle" label="新闻标题" {...{ typed, type }} />
          <DateRange label="时间" from={typed.from} to={typed.to} onChange={type} />
        </>
      )}
      fields={(props) => <NewsFields {...props} />}
    />
  )
}

const covers = pictures('news', tooLarge.news)

function NewsFields({ form, disabled, preview, history }: FieldsProps<typeof dialog.empty>) {
  const field = form.fields(kind.display, disabled)
  const { newTitle, newIntro, newCover } = form.values
  return (
    <FormParts
      errors={form.errors}
      textNames={['newTitle', 'newInfo']}
      text={
        <>
          <TextField {...field('newTitle')} />
          <BodyField {...field('newInfo')} form={form.name} preview={preview} />
        </>
      }
      more={
        <>
          <TextArea {...field('newIntro')} />
          <CoverField {...field('newCover')} form={form.name} sender={covers} />
          <div className="form-folds row wraps">
            <ShareFields
              field={field} pick={pickPicture} target={{ form: form.name, field: 'sharePicture', sender: covers }}
              path={form.id() === '' ? undefined : newsPage(form.id())}
              derived={{ title: newTitle || '新闻', text: newIntro, picture: newCover }}
            />
            {history}
          </div>
        </>
      }
    />
  )
}
