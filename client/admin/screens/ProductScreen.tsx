import type { ProductRow } from '../../../contract/entities.ts'
import { documentFacts } from '../../../contract/documents.ts'
import { type DocumentLink, kinds, type Spec } from '../../../contract/kinds.ts'
import { locations } from '../../../contract/locations.ts'
import { fieldList } from '../../../contract/merge.ts'
import { productPage } from '../../../contract/recordPages.ts'
import { tooLarge } from '../../../contract/rules.ts'
import { FormParts } from '../forms/FormParts.tsx'
import type { RecordKind } from '../forms/record.ts'
import type { FieldsProps } from '../forms/RecordDialog.tsx'
import { ShareFields } from '../forms/ShareFields.tsx'
import { RecordScreen, type RecordSource } from '../lists/RecordScreen.tsx'
import { user } from '../session.ts'
import { SiteFieldInput } from '../settings/SiteFieldInput.tsx'
import { useRecordInputs } from '../settings/useRecordInputs.ts'
import type { Column } from '../ui/DataTable.tsx'
import { DateRange } from '../ui/DateRange.tsx'
import { pickPicture } from '../media/MediaPicker.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { ViewProps } from '../viewProps.ts'
import { pictures } from '../work/senders.ts'
import { clamped, nameOr } from '../lists/cells.tsx'
import { emptyShare, recordOf, shareDisplay } from './recordOf.ts'
import { BodyField, CoverField, timeColumn, titleColumn, TitleSearch } from './recordParts.tsx'

const { source: common, dialog } = recordOf(
  'product',
  { coverName: '', locationId: '', from: '', to: '' },
  {
    locationId: '', coverName: '', coverDescribe: '', jumpUrl: '', coverUrl: '', pictures: '', productCon: '', specs: '', documents: '',
    ...emptyShare,
  },
)

const source = {
  ...common,
  label: '产品列表',
  empty: '还没有产品，点击“新增”添加第一个',
  question: ({ coverName }) => `是否确认删除名称为：${nameOr(coverName)} 的数据？`,
  // Without a location it is in no group.
  sitePath: (productId, { locationId }) => (locationId ? productPage(productId) : undefined),
  columns: (thumbnail): Column<ProductRow>[] => [
    { ...titleColumn('coverName', '产品名称'), width: '11rem' },
    { key: 'coverUrl', title: '封面图', width: '5.5rem', spare: 4, cell: thumbnail },
    { key: 'productType', title: '产品位置', width: '7.75rem', sortable: true, cell: ({ productType }) => productType || '未设置' },
    { key: 'coverDescribe', title: '产品描述', spare: 2, text: ({
      coverDescribe,
    }) => coverDescribe, cell: ({ coverDescribe }) => clamped(coverDescribe) },
    { key: 'jumpUrl', title: '跳转路径', width: '9rem', spare: 1, text: ({ jumpUrl }) => jumpUrl, cell: ({ jumpUrl }) => clamped(jumpUrl) },
    timeColumn,
  ],
} satisfies RecordSource<ProductRow, typeof common.search>

const groupNames = (): Readonly<Record<string, string>> =>
  (user.value ? Object.fromEntries(user.value.groups.map(({ id, name, on }) => [id, on ? name : `${name}（已关闭）`])) : locations)

/** What people compare. */
const documentsText = (value: string): string =>
  (fieldList(value) as DocumentLink[]).map(({ name, address }) => `${name}（${documentFacts(address, undefined)}）`).join('\n')
const specsText = (value: string): string => (fieldList(value) as Spec[]).map(({ term, value: text }) => `${term}：${text}`).join('\n')
/** Addresses. */
const picturesText = (value: string): string => (fieldList(value) as string[]).join('\n')

const kind = {
  ...dialog,
  path: '/AdminProduct',
  page: 'product',
  width: '72%',
  titles: { add: '新增产品', edit: '编辑产品', view: '查看产品' },
  display: {
    locationId: { label: '产品位置', render: (id) => Object.entries(groupNames()).find(([own]) => own === id)?.[1] ?? id },
    coverName: { label: '产品名称' },
    coverDescribe: { label: '产品描述' },
    jumpUrl: { label: '跳转路径' },
    coverUrl: { label: '封面图', kind: 'picture' },
    productCon: { label: '产品内容', kind: 'rich' },
    documents: { label: '资料下载', read: documentsText },
    specs: { label: '参数', read: specsText },
    pictures: { label: '图集', kind: 'picture', read: picturesText },
    ...shareDisplay,
  },
} satisfies RecordKind<typeof dialog.empty>

/** Products: listed, searched by name and location, added, seen, changed, deleted. */
export function ProductScreen({ active }: ViewProps) {
  return (
    <RecordScreen
      active={active}
      source={source}
      kind={kind}
      add={{ label: '新增', icon: 'plus' }}
      viewable
      searchFields={({ typed, type }) => (
        <>
          <TitleSearch name="coverName" label="产品名称" {...{ typed, type }} />
          <SelectField
            inline
            label="产品位置"
            name="locationId"
            value={typed.locationId}
            options={[['', '全部'], ...Object.entries(groupNames())]}
            onChange={(locationId) => type({ locationId })}
          />
          <DateRange label="时间" from={typed.from} to={typed.to} onChange={type} />
        </>
      )}
      fields={(props) => <ProductFields {...props} />}
    />
  )
}

const covers = pictures('product', tooLarge.product)
const { described: lists } = kinds.product

function ProductFields({ form, disabled, preview, history }: FieldsProps<typeof dialog.empty>) {
  const field = form.fields(kind.display, disabled)
  const inputs = useRecordInputs(lists, form, { disabled, pictureType: 'product', preview: () => preview({}) })
  const { coverName, coverDescribe, coverUrl, locationId } = form.values
  return (
    <FormParts
      errors={form.errors}
      textNames={['coverName', 'productCon']}
      text={
        <>
          <TextField {...field('coverName')} />
          <BodyField {...field('productCon')} form={form.name} preview={preview} />
        </>
      }
      more={
        <>
          <SelectField {...field('locationId')} options={[['', '请选择'], ...Object.entries(groupNames())]} hint="不选择时，网站上不显示该产品" />
          <TextArea {...field('coverDescribe')} />
          <TextField {...field('jumpUrl')} inputMode="url" placeholder="如 /product 或 https://…" />
          <CoverField {...field('coverUrl')} form={form.name} sender={covers} />
          <div className="form-folds row wraps">
            {(['pictures', 'specs', 'documents'] as const).map((name) => (
              <SiteFieldInput
                key={name} field={lists[name]} path={name} keyPath={[name]} value={fieldList(form.values[name])} context={inputs}
              />
            ))}
            <ShareFields
              field={field} pick={pickPicture} target={{ form: form.name, field: 'sharePicture', sender: covers }}
              path={form.id() === '' ? undefined : productPage(form.id())}
              derived={{ title: coverName || (groupNames()[locationId] ?? '产品'), text: coverDescribe, picture: coverUrl }}
            />
            {history}
          </div>
        </>
      }
    />
  )
}
