import type { CarouselPhoto } from '../../../contract/entities.ts'
import { tooLarge } from '../../../contract/rules.ts'
import type { RecordKind } from '../forms/record.ts'
import type { FieldsProps } from '../forms/RecordDialog.tsx'
import { RecordScreen, type RecordSource } from '../lists/RecordScreen.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { ViewProps } from '../viewProps.ts'
import { pictures } from '../work/senders.ts'
import { clamped, nameOr } from '../lists/cells.tsx'
import { recordOf } from './recordOf.ts'
import { CoverField, titleColumn, TitleSearch } from './recordParts.tsx'

const { source: common, dialog } = recordOf('carousel', { photoTitle: '' }, { photoTitle: '', photoInfo: '', photoUrl: '' })

const source = {
  ...common,
  label: '轮播图列表',
  empty: '还没有轮播图，点击“上传图片”添加第一张',
  question: ({ photoTitle }) => `是否确认删除当前标题为 ${nameOr(photoTitle)} 的图片？`,
  sitePath: () => '/product',
  columns: (thumbnail) => [
    { ...titleColumn('photoTitle', '标题'), width: '16rem' },
    { key: 'photoInfo', title: '描述', text: ({ photoInfo }) => photoInfo, cell: ({ photoInfo }) => clamped(photoInfo) },
    { key: 'photoUrl', title: '图片', width: '7rem', cell: thumbnail },
  ],
} satisfies RecordSource<CarouselPhoto, typeof common.search>

const kind = {
  ...dialog,
  path: '/AdminCarousel',
  width: '50%',
  titles: { add: '上传图片', edit: '修改', view: '查看图片' },
  display: {
    photoTitle: { label: '标题' },
    photoInfo: { label: '描述' },
    photoUrl: { label: '图片', kind: 'picture' },
  },
} satisfies RecordKind<typeof dialog.empty>

/** The pictures of the public carousel: listed, searched by title, added, changed, deleted. */
export function CarouselScreen({ active }: ViewProps) {
  return (
    <RecordScreen
      active={active}
      source={source}
      kind={kind}
      add={{ label: '上传图片', icon: 'upload' }}
      where={<>显示在产品中心顶部，代替那里的横幅。<a className="inline-link" href="/product" target="_blank" rel="noreferrer">查看产品中心</a></>}
      searchFields={({ typed, type }) => (
        <TitleSearch name="photoTitle" label="标题" {...{ typed, type }} />
      )}
      fields={(props) => <PhotoFields {...props} />}
    />
  )
}

const covers = pictures('carousel', tooLarge.carousel)

function PhotoFields({ form, disabled, history }: FieldsProps<typeof dialog.empty>) {
  const field = form.fields(kind.display, disabled)
  return (
    <>
      <TextField {...field('photoTitle')} />
      <TextArea {...field('photoInfo')} />
      <CoverField {...field('photoUrl')} form={form.name} sender={covers} />
      {history}
    </>
  )
}
