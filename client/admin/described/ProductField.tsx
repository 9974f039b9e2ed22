import { truncate } from '../../../contract/characters.ts'
import { useState } from 'react'
import { isMissing } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { useTitles } from '../list/useTitles.ts'
import type { FieldProps } from '../ui/fields.tsx'
import { SearchedField, type Suggestion } from '../ui/SearchedField.tsx'
import { useLoaded } from '../ui/useLoaded.ts'

/** A product, chosen by its name; the value is its id. */
export function ProductField({ label, name, value, onChange, error, disabled = false }: FieldProps) {
  const [typed, setTyped] = useState<string>()
  const [picked, setPicked] = useState<Suggestion>()
  const { hits } = useTitles(truncate(typed?.trim() ?? '', 40))
  const products = hits
    .filter(({ type }) => type === 'product')
    .map(({ id, title }): Suggestion => ({ value: id, title: title || '（未命名）' }))
  const { data: loaded } = useLoaded(
    value === '' || picked?.value === value ? undefined : (signal) => namedProduct(value, signal),
    [value],
  )
  const title = [picked, loaded].find((named) => named?.value === value)?.title ?? ''
  return (
    <SearchedField
      {...{ label, name, error, disabled, title, typed }}
      placeholder="输入产品名称或拼音首字母"
      noun="产品"
      suggestions={typed ? products : []}
      onType={setTyped}
      onPick={(product) => {
        setPicked(product)
        onChange(product.value)
      }}
    />
  )
}

async function namedProduct(id: string, signal: AbortSignal): Promise<Suggestion> {
  try {
    const { coverName, productType } = await api('productDetail', { productId: id }, signal)
    return { value: id, title: coverName || productType || id }
  } catch (cause) {
    return {
      value: id,
      title: isMissing(cause) ? '（产品已删除）' : '（没有读取到名称）',
    }
  }
}
