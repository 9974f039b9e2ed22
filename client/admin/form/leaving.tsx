import { useState } from 'react'
import type { PublicSite } from '../../../contract/entities.ts'
import { type KindName, kinds, type RecordKind } from '../../../contract/kinds.ts'
import { maxRedirectRows } from '../../../contract/redirects.ts'
import { addressOfPage, isPageOn, sitePageNames, sitePageOf } from '../../../contract/sitePages.ts'
import { api } from '../api.ts'
import { may, user } from '../session.ts'
import { confirm } from '../ui/confirm.tsx'
import { SelectField } from '../ui/fields.tsx'
import { useLoaded } from '../ui/useLoaded.ts'

/** A page that is about to go, and the list that it is in. */
export interface LeavingPage {
  address: string
  list: { address: string; name: string }
}

/** The page of a published record; undefined where visitors see none. */
export function leavingPage(
  kind: KindName,
  id: string,
  values: Readonly<Record<string, unknown>>,
): LeavingPage | undefined {
  const { page, filter }: RecordKind = kinds[kind]
  if (!page || !may('site:update')) return undefined
  const groupId = filter === undefined ? '' : String(values[filter] ?? '')
  const group = user.peek()?.groups.find((each) => each.id === groupId)
  // In no group, or one that is closed, a product has no page.
  if (filter !== undefined && !group?.on) return undefined
  const list = addressOfPage(sitePageOf(page.route) ?? 'home')
  return {
    address: page.address(id, { createDate: '', ...values }),
    list: group ? { address: `${list}?${filter}=${groupId}`, name: group.name } : { address: list, name: '' },
  }
}

/** What leads on from pages that go. */
export interface Leading {
  /** Before they go: a page that is still there comes first, so nothing is lost if they stay. */
  begin(): Promise<void>
  /** Those that have stayed lead nowhere. */
  onlyFrom(addresses: readonly string[]): Promise<void>
}

/** Asks before pages go, and where their visitors are led instead. Resolves to undefined when they stay. */
export async function confirmLeaving(
  question: string,
  { ok, pages }: { ok: string; pages: readonly LeavingPage[] },
): Promise<Leading | undefined> {
  let chosen = listOf(pages).address
  const whereTo = pages.length > 0 && <WhereTo list={listOf(pages)} onChoose={(to) => (chosen = to)} />
  if (!(await confirm(question, { ok, extra: whereTo }))) return undefined
  const froms = chosen === '' ? [] : pages.map(({ address }) => address)
  return {
    begin: () =>
      inParts(froms, (part) =>
        api('redirectSave', { rows: part.map((from) => ({ from, to: chosen })), leaving: true }),
      ),
    onlyFrom: (addresses) =>
      inParts(
        froms.filter((from) => !addresses.includes(from)),
        (part) => api('redirectDelete', { froms: part }),
      ),
  }
}

/** Of one group, or else of the kind. */
function listOf(pages: readonly LeavingPage[]): LeavingPage['list'] {
  const [{ list } = { list: { address: '', name: '' } }, ...others] = pages
  if (others.every((each) => each.list.address === list.address)) return list
  return { address: list.address.replace(/\?.*/, ''), name: '' }
}

async function inParts(addresses: readonly string[], send: (part: string[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < addresses.length; at += maxRedirectRows) await send(addresses.slice(at, at + maxRedirectRows))
}

/** Pages of the site that can be opened. The list is the default: who comes by an old link finds what is alike there. */
function WhereTo({ list, onChoose }: { list: LeavingPage['list']; onChoose(to: string): void }) {
  const [to, setTo] = useState(list.address)
  const { data: site } = useLoaded((signal) => api('siteDetail', {}, signal), [])
  return (
    <SelectField
      label="打开旧地址的访客，跳转到"
      name="redirectTo"
      value={to}
      hint="恢复或再发布以后，旧地址照常打开"
      options={[...placesOf(site, list), ['', '不跳转，显示“页面无法进入”']]}
      onChange={(next) => {
        setTo(next)
        onChoose(next)
      }}
    />
  )
}

function placesOf(site: PublicSite | undefined, list: LeavingPage['list']): [address: string, name: string][] {
  const pages = site ? sitePageNames.map((page): [string, string] => [addressOfPage(page), site.pageNames[page]]) : []
  const open = pages.filter(([address]) => site && isPageOn(site, address))
  const isListed = open.some(([address]) => address === list.address)
  return isListed ? open : [[list.address, list.name || '……'], ...open]
}
