import type { ProductRow } from '../../../contract/entities.ts'
import type { InputOf } from '../../../contract/calls.ts'
import { tooLarge } from '../../../contract/rules.ts'
import { api } from '../api.ts'
import { FormParts } from '../forms/FormParts.tsx'
import { RichField } from '../forms/RichField.tsx'
import { uploadPicture } from '../forms/uploadPicture.ts'
import type { UsedForm } from '../forms/useForm.ts'
import { RecordScreen, type RecordSource } from '../lists/RecordScreen.tsx'
import { DateRange } from '../ui/DateRange.tsx'
import { PictureField } from '../ui/PictureField.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { ViewProps } from '../viewProps.ts'
import { type ProductValues, locationChoices, productKind } from './productKind.ts'
import { clamped, minute, nameOr } from './cells.tsx'

const search = { coverName: '', locationId: '', from: '', to: '' }

const source: RecordSource<ProductRow, typeof search> = {
  label: '产品列表',
  empty: '还没有产品，点击“新增”添加第一个',
  search,
  rowId: ({ productId }) => productId,
  rowName: ({ coverName }) => nameOr(coverName),
  picture: ({ coverUrl }) => coverUrl,
  // The fields and columns below offer nothing else.
  load: (asked, signal) => api('productList', asked as InputOf<'productList'>, signal),
  question: ({ coverName }) => `是否确认删除名称为：${nameOr(coverName)} 的数据？`,
  remove: (productId) => api('productDelete', { productId }),
  // Without a location it is in no group.
  sitePath: (productId, { locationId }) => (locationId ? `/productDet?productId=${productId}` : undefined),
  columns: (shot) => [
    { key: 'coverName', title: '产品名称', width: '11rem', sortable: true, always: true, cell: ({ coverName }) => clamped(nameOr(coverName), true) },
    { key: 'coverUrl', title: '封面图', width: '5.5rem', cell: shot },
    { key: 'productType', title: '产品位置', width: '8.5rem', sortable: true, cell: ({ productType }) => productType || '未设置' },
    { key: 'coverDescribe', title: '产品描述', text: ({ coverDescribe }) => coverDescribe, cell: ({ coverDescribe }) => clamped(coverDescribe) },
    { key: 'jumpUrl', title: '跳转路径', width: '9rem', text: ({ jumpUrl }) => jumpUrl, cell: ({ jumpUrl }) => clamped(jumpUrl) },
    { key: 'createDate', title: '时间', width: '9.5rem', sortable: true, cell: ({ createDate }) => minute(createDate) },
  ],
}

/** Products: listed, searched by name and location, added, seen, changed, deleted. */
export function ProductScreen({ active }: ViewProps) {
  return (
    <RecordScreen
      active={active}
      source={source}
      kind={productKind}
      add={{ words: '新增', icon: 'plus' }}
      viewable
      searchFields={({ typed, type }) => (
        <>
          <TextField inline label="产品名称" name="coverName" type="search" value={typed.coverName} onChange={(coverName) => type({ coverName })} />
          <SelectField
            inline
            label="产品位置"
            name="locationId"
            value={typed.locationId}
            options={[['', '全部'], ...locationChoices]}
            onChange={(locationId) => type({ locationId })}
          />
          <DateRange label="时间" from={typed.from} to={typed.to} onChange={type} />
        </>
      )}
      fields={(form, disabled, preview) => <ProductFields {...{ form, disabled, preview }} />}
    />
  )
}

interface FieldsProps {
  form: UsedForm<ProductValues>
  disabled: boolean
  preview(latest: Partial<ProductValues>): void
}

function ProductFields({ form, disabled, preview }: FieldsProps) {
  const at = form.at(productKind.looks, disabled)
  return (
    <FormParts
      errors={form.errors}
      textNames={['coverName', 'productCon']}
      text={
        <>
          <TextField {...at('coverName')} />
          <RichField {...at('productCon')} upload={uploadPicture('quill', form.uploading)} onMissing={form.setMissing} onPreview={preview} />
        </>
      }
      more={
        <>
          <SelectField {...at('locationId')} options={[['', '请选择'], ...locationChoices]} hint="不选择时，前台不显示该产品" />
          <TextArea {...at('coverDescribe')} />
          <TextField {...at('jumpUrl')} inputMode="url" placeholder="如 /product 或 https://…" hint="站内以“/”开头，站外以http(s)开头" />
          <PictureField {...at('coverUrl')} tooLarge={tooLarge.product} upload={uploadPicture('product', form.uploading)} />
        </>
      }
    />
  )
}
