import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { TitleHit } from '../../../contract/entities.ts'
import { CallError } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { useTitles } from '../list/useTitles.ts'
import { isComposing } from '../../ui/composing.ts'
import { controlProps, Field, type FieldProps } from '../ui/fields.tsx'
import { useLoaded } from '../ui/useLoaded.ts'

interface Named {
  id: string
  title: string
}

/** A product, chosen by its name; the value is its id. The focus stays in the field; aria-activedescendant names what Enter takes. */
export function ProductField({ label, name, value, onChange, error, disabled }: FieldProps) {
  const id = useId()
  const { typed, type, hits, current, setActive } = useProductHits()
  const [picked, setPicked] = useState<Named>()
  const { data: loaded } = useLoaded(
    value === '' || picked?.id === value ? undefined : (signal) => namedProduct(value, signal),
    [value],
  )
  const title = [picked, loaded].find((named) => named?.id === value)?.title ?? ''

  useEffect(() => {
    if (current) document.getElementById(`${id}-${current.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [current?.id])

  const pick = (hit: TitleHit): void => {
    setPicked({ id: hit.id, title: titleOf(hit) })
    onChange(hit.id)
    type(undefined)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // The input method handles its keys itself.
    if (!current || isComposing(event)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setActive((hits.indexOf(current) + step + hits.length) % hits.length)
    else if (event.key === 'Enter') pick(current)
    else if (event.key === 'Escape') type(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Field id={id} label={label} error={error}>
      <input
        {...controlProps(id, error)}
        className="input"
        name={name}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-hits`}
        aria-activedescendant={current && `${id}-${current.id}`}
        placeholder="输入产品名称或拼音首字母"
        autoComplete="off"
        value={typed ?? title}
        disabled={disabled}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => type(undefined)}
      />
      {/* A press on the list keeps the focus in the field. */}
      <ul
        id={`${id}-hits`}
        className="product-hits boxed"
        hidden={hits.length === 0}
        role="listbox"
        aria-label="产品"
        onMouseDown={(event) => event.preventDefault()}
      >
        {hits.map((hit) => (
          <li
            key={hit.id}
            id={`${id}-${hit.id}`}
            role="option"
            aria-selected={hit === current}
            onClick={() => pick(hit)}
          >
            {titleOf(hit)}
          </li>
        ))}
      </ul>
    </Field>
  )
}

/** The products whose names match what is typed, and which of them Enter takes. */
function useProductHits() {
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const products = useTitles(typed?.trim().slice(0, 40) ?? '').hits.filter(({ type }) => type === 'product')
  const hits = typed ? products : []
  const type = (text: string | undefined): void => {
    setTyped(text)
    setActive(0)
  }
  return { typed, type, hits, current: hits[Math.min(active, hits.length - 1)], setActive }
}

async function namedProduct(id: string, signal: AbortSignal): Promise<Named> {
  try {
    const { coverName, productType } = await api('productDetail', { productId: id }, signal)
    return { id, title: coverName || productType || id }
  } catch (cause) {
    return { id, title: cause instanceof CallError && cause.code === 404 ? '（产品已删除）' : '（没有读取到名称）' }
  }
}

const titleOf = ({ title }: TitleHit): string => title || '（未命名）'
