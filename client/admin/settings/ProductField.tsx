import { useEffect, useId, useState } from 'react'
import type { TitleHit } from '../../../contract/entities.ts'
import { CallError } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { controlProps, Field, type FieldProps } from '../ui/Field.tsx'

/** A product, chosen by its name; the value is its id. */
export function ProductField({ label, name, value, onChange, error, disabled }: FieldProps) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [named, setNamed] = useState({ id: '', title: '' })
  const [hits, setHits] = useState<readonly TitleHit[]>([])

  useEffect(() => {
    if (value === '' || named.id === value) return
    const request = new AbortController()
    api('productDetail', { productId: value }, request.signal).then(
      ({ coverName, productType }) => setNamed({ id: value, title: coverName || productType || value }),
      (cause: unknown) => !request.signal.aborted &&
        setNamed({ id: value, title: cause instanceof CallError && cause.code === 404 ? '（产品已删除）' : '（没有读取到名称）' }),
    )
    return () => request.abort()
  }, [value])
  useEffect(() => {
    if (!typed) return setHits([])
    const request = new AbortController()
    api('titleSearch', { word: typed.slice(0, 40), limit: 20 }, request.signal).then(
      (found) => setHits(found.filter(({ type }) => type === 'product')),
      () => {},
    )
    return () => request.abort()
  }, [typed])

  return (
    <Field id={id} label={label} error={error}>
      {/* A press on the list keeps the focus in the field. Tab leads into the list, which stays meanwhile. */}
      <div onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setTyped(undefined)}>
        <input
          {...controlProps(id, error)}
          className="input"
          name={name}
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-hits`}
          placeholder="输入产品名称或拼音首字母"
          autoComplete="off"
          value={typed ?? (named.id === value ? named.title : '')}
          disabled={disabled}
          onChange={(event) => setTyped(event.target.value)}
        />
        <ul
          id={`${id}-hits`} className="product-hits boxed" hidden={hits.length === 0} role="listbox" aria-label="产品"
          onMouseDown={(event) => event.preventDefault()}
        >
          {hits.map((hit) => (
            <li key={hit.id} role="option" aria-selected={hit.id === value}>
              <button
                type="button"
                className="link"
                onClick={() => {
                  setNamed({ id: hit.id, title: hit.title || '（未命名）' })
                  onChange(hit.id)
                  setTyped(undefined)
                  document.getElementById(id)?.focus()
                }}
              >
                {hit.title || '（未命名）'}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Field>
  )
}
