import { truncate } from '../../../contract/text/characters.ts'
import { useState } from 'react'
import { nameOfExisting, recordsCalled } from '../list/recordSource.ts'
import { useTitles } from '../list/useTitles.ts'
import type { FieldProps } from '../ui/fields.tsx'
import { SearchedField, type Suggestion } from '../ui/SearchedField.tsx'
import { useLoaded } from '../ui/useLoaded.ts'

/** A product, chosen by its name; the value is its id. */
export function ProductField({ label, name, value, onChange, error, disabled = false }: FieldProps) {
  const [typed, setTyped] = useState<string>()
  const { hits } = useTitles(truncate(typed?.trim() ?? '', 40))
  const products = hits
    .filter(({ type }) => type === 'product')
    .map(({ id, title }): Suggestion => ({ value: id, title: title || '（未命名）' }))
  const { data: loaded, state } = useLoaded(value === '' ? undefined : (signal) => namedProduct(value, signal), [value])
  const unknown = state === 'failed' ? '（没有读取到名称）' : ''
  const title = loaded?.value === value ? loaded.title : unknown
  return (
    <SearchedField
      {...{ label, name, value, onChange, error, disabled, title, typed }}
      placeholder="输入产品名称或拼音首字母"
      noun="产品"
      suggestions={typed ? products : []}
      onType={setTyped}
    />
  )
}

async function namedProduct(id: string, signal: AbortSignal): Promise<Suggestion> {
  const [product] = await recordsCalled('product', [id], signal)
  return { value: id, title: product ? nameOfExisting(product) : '（产品已删除）' }
}
