import { useState } from 'react'
import { type KindName, recordKind } from '../../../contract/kinds/kinds.ts'
import { type FieldValues, textIn } from '../../../contract/kinds/merge.ts'
import { addressOfPage, sitePageOf } from '../../../contract/site/sitePages.ts'
import { may, user } from '../session/session.ts'
import { confirm } from '../ui/confirm.tsx'
import { PlaceField, type PlaceList } from './PlaceField.tsx'

/** A page that is about to go, and the list that it is in. */
export interface LeavingPage {
  address: string
  list: PlaceList
}

export const leadsNowhere = '不跳转，显示“页面无法进入”'

/** The list that the page of a record is in; undefined where visitors see no page, or nobody may lead them on. */
export function listOfRecord(kind: KindName, values: FieldValues): PlaceList | undefined {
  const { page, filter } = recordKind(kind)
  if (!page || !may('site:update')) return undefined
  const groupId = textIn(values, filter ?? '')
  const group = user.peek()?.groups.find((group) => group.id === groupId)
  // In a group that is closed a product has no page.
  if (groupId !== '' && !group?.on) return undefined
  const list = addressOfPage(sitePageOf(page.route) ?? 'home')
  return group ? { address: `${list}?${filter}=${groupId}`, name: `分类：${group.name}` } : { address: list, name: '' }
}

/** The page of a published record; undefined where visitors see none. */
export function leavingPage(kind: KindName, id: string, values: FieldValues): LeavingPage | undefined {
  const { page } = recordKind(kind)
  const list = listOfRecord(kind, values)
  return page && list && { address: page.address(id, { createDate: '', ...values }), list }
}

/**
 * Asks before pages go, and where their visitors are led instead. Resolves to that, '' for nowhere; to undefined when they stay.
 */
export async function confirmLeaving(
  question: string,
  { ok, pages }: { ok: string; pages: readonly LeavingPage[] },
): Promise<string | undefined> {
  let chosen = pages.length > 0 ? listOf(pages).address : ''
  const whereTo = pages.length > 0 && <WhereTo list={listOf(pages)} pages={pages} onChoose={(to) => (chosen = to)} />
  return (await confirm(question, { ok, extra: whereTo })) ? chosen : undefined
}

/** Of one group, or else of the kind. */
function listOf(pages: readonly LeavingPage[]): PlaceList {
  const [{ list } = { list: { address: '', name: '' } }, ...others] = pages
  if (others.every((other) => other.list.address === list.address)) return list
  return { address: list.address.replace(/\?.*/, ''), name: '' }
}

/** The list is the default: who comes by an old link finds what is alike there. */
function WhereTo({
  list,
  pages,
  onChoose,
}: {
  list: PlaceList
  pages: readonly LeavingPage[]
  onChoose(to: string): void
}) {
  const [to, setTo] = useState(list.address)
  return (
    <PlaceField
      label="打开旧地址的访客，跳转到"
      name="redirectTo"
      value={to}
      hint="恢复或再发布以后，旧地址照常打开"
      none={leadsNowhere}
      list={list}
      without={pages.map(({ address }) => address)}
      onChange={(next) => {
        setTo(next)
        onChoose(next)
      }}
    />
  )
}
