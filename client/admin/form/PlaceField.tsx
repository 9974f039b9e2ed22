import { truncate } from '../../../contract/text/characters.ts'
import { useState } from 'react'
import type { PublicSite } from '../../../contract/kinds/entities.ts'
import { kinds } from '../../../contract/kinds/kinds.ts'
import { readableAddress } from '../../../contract/calls/redirects.ts'
import { addressOfPage, isPageOn, sitePageNames } from '../../../contract/site/sitePages.ts'
import { api } from '../session/api.ts'
import { type FieldProps, SelectField } from '../ui/fields.tsx'
import { SearchedField, type Suggestion } from '../ui/SearchedField.tsx'
import { useLoaded } from '../ui/useLoaded.ts'

/** A list of the site, such as the products of a group. */
export interface PlaceList {
  address: string
  name: string
}

interface Props extends FieldProps {
  /** It is offered besides the pages of the site. */
  list?: PlaceList
  /** The choice of none, in words; absent where one must be chosen. */
  none?: string
  /** Pages that cannot be chosen. */
  without?: readonly string[]
}

const another = 'another'

/** The address of a page of this site that can be opened: one of its own pages, or any other by its name or address. */
export function PlaceField({ value, onChange, list, none, without = [], ...field }: Props) {
  const { data: site } = useLoaded((signal) => api('siteDetail', {}, signal), [])
  const [isAnother, setAnother] = useState(false)
  const known = placesOf(site, list).filter(([address]) => !without.includes(address))
  const isKnown = value === '' || known.some(([address]) => address === value)
  // Before the pages are loaded it may be one of them.
  const isListed = isKnown || site === undefined
  const places: typeof known = isListed && !isKnown ? [[value, '……'], ...known] : known
  const isSearched = isAnother || !isListed
  const pages: typeof places = [...places, [another, '别的页面…']]
  const options: typeof places = none === undefined ? [['', '请选择'], ...pages] : [...pages, ['', none]]
  const nameOf = (address: string): string => places.find(([each]) => each === address)?.[1] ?? readableAddress(address)
  const choose = (next: string): void => {
    setAnother(next === another)
    if (next !== another) onChange(next)
  }
  if (!isSearched) return <SelectField {...field} value={value} options={options} onChange={choose} />
  const { label, name, hint, disabled = false } = field
  return (
    <>
      <SelectField {...{ label, name, hint, disabled }} value={another} options={options} onChange={choose} />
      <SearchedPlace
        {...field}
        {...{ value, without, onChange }}
        label="哪个页面"
        hint="输入名称，从列表里选；也可以粘贴网址"
        name={`${name}Page`}
        title={nameOf(value)}
      />
    </>
  )
}

function placesOf(site: PublicSite | undefined, list: PlaceList | undefined): [address: string, name: string][] {
  const pages = site ? sitePageNames.map((page): [string, string] => [addressOfPage(page), site.pageNames[page]]) : []
  const open = pages.filter(([address]) => site && isPageOn(site, address))
  const isListed = list === undefined || open.some(([address]) => address === list.address)
  return isListed ? open : [[list.address, list.name || '……'], ...open]
}

/** What visitors find by these words, as the search of the site does; an address can be typed as well. */
function SearchedPlace({ without, ...field }: FieldProps & { title: string; without: readonly string[] }) {
  const [typed, setTyped] = useState<string>()
  const word = truncate(typed?.trim() ?? '', 40)
  const isAddress = /^(?:\/|https?:)/i.test(word)
  const { data } = useLoaded(
    word === '' || isAddress ? undefined : (signal) => api('siteSearch', { word, limit: 8 }, signal),
    [word],
    { debounceMs: 150 },
  )
  const matches = (data?.data ?? [])
    .filter(({ address }) => !without.includes(address))
    .map(({ type, title, address }): Suggestion => ({ value: address, title, note: kinds[type].noun }))
  return (
    <SearchedField
      {...field}
      placeholder="输入产品、新闻、案例的名称，或者网址"
      noun="页面"
      suggestions={word === '' || isAddress ? [] : matches}
      typed={typed}
      onType={setTyped}
      onTake={(text) => {
        if (isAddress) field.onChange(inSite(text.trim()))
      }}
    />
  )
}

/** As it is copied from the bar of the browser. */
function inSite(address: string): string {
  const { origin } = location
  return address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
}
