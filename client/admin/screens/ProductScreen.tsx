import type { LocationId, ProductRow } from '../../../contract/entities.ts'
import { tooLarge } from '../../../contract/rules.ts'
import { api } from '../api.ts'
import { RichField } from '../forms/RichField.tsx'
import { uploadPicture } from '../forms/uploadPicture.ts'
import type { UsedForm } from '../forms/useForm.ts'
import { RecordScreen, type RecordSource } from '../lists/RecordScreen.tsx'
import { PictureField } from '../ui/PictureField.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { ViewProps } from '../viewProps.ts'
import { type ProductValues, locationChoices, productKind } from './productKind.ts'
import { clamped, nameOr } from './cells.tsx'

const search = { coverName: '', locationId: '' }

const source: RecordSource<ProductRow, typeof search> = {
  label: '产品列表',
  empty: '还没有产品，点击“新增”添加第一个',
  search,
  rowId: ({ productId }) => productId,
  rowName: ({ coverName }) => nameOr(coverName),
  picture: ({ coverUrl }) => coverUrl,
  load: ({ locationId, ...asked }, signal) => api('productList', { ...asked, locationId: locationId as LocationId | '' }, signal),
  question: ({ coverName }) => `是否确认删除名称为：${nameOr(coverName)} 的数据？`,
  remove: (productId) => api('productDelete', { productId }),
  columns: (shot) => [
    { key: 'coverName', title: '产品名称', width: '10.75rem', cell: ({ coverName }) => clamped(nameOr(coverName), true) },
    { key: 'coverUrl', title: '封面图', width: '6.25rem', cell: shot },
    { key: 'productType', title: '产品位置', width: '8rem', cell: ({ productType }) => productType || '未设置' },
    { key: 'coverDescribe', title: '产品描述', cell: ({ coverDescribe }) => clamped(coverDescribe) },
    { key: 'jumpUrl', title: '跳转路径', width: '7.5rem', cell: ({ jumpUrl }) => clamped(jumpUrl) },
    { key: 'createDate', title: '时间', width: 'var(--time)', cell: ({ createDate }) => <time>{createDate}</time> },
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
        </>
      )}
      fields={(form, disabled) => <ProductFields form={form} disabled={disabled} />}
    />
  )
}

function ProductFields({ form, disabled }: { form: UsedForm<ProductValues>; disabled: boolean }) {
  const at = form.at(productKind.looks, disabled)
  return (
    <>
      <div className="form-pair">
        <SelectField {...at('locationId')} options={[['', '请选择'], ...locationChoices]} hint="不选择时，前台不显示该产品" />
        <TextField {...at('coverName')} />
      </div>
      <TextArea {...at('coverDescribe')} />
      <TextField {...at('jumpUrl')} inputMode="url" placeholder="如 /product 或 https://example.com" hint="站内地址以“/”开头，其他网站以http(s)开头" />
      <PictureField {...at('coverUrl')} tooLarge={tooLarge.product} upload={uploadPicture('product', form.uploading)} />
      <RichField {...at('productCon')} upload={uploadPicture('quill', form.uploading)} onMissing={form.setMissing} />
    </>
  )
}
