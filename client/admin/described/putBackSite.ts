import type { Site } from '../../../contract/entities.ts'
import { messages } from '../../../contract/rules.ts'
import { siteFields } from '../../../contract/siteFields.ts'
import { api } from '../api.ts'
import { toast } from '../ui/Toast.tsx'

/** What an act has made of fields of the site record. */
export interface SiteChange {
  before: Partial<Site>
  after: Partial<Site>
  /** Of the record after it, where it is known: what the server has written may differ from what was sent. */
  version?: string | undefined
}

/** Puts back what is still as the act has left it, and returns that. What somebody has changed since stays. */
export async function putBackSite({ before, after, version: left }: SiteChange): Promise<Partial<Site>> {
  const { version, ...site } = await api('siteDetail', {})
  const names = Object.keys(before) as (keyof Site)[]
  const isSame = (name: keyof Site): boolean => JSON.stringify(site[name]) === JSON.stringify(after[name])
  const changed = version === left ? [] : names.filter((name) => !isSame(name))
  const back = Object.fromEntries(names.flatMap((name) => (changed.includes(name) ? [] : [[name, before[name]]])))
  if (Object.keys(back).length > 0) await api('siteUpdate', { ...back, basedOn: version })
  const labels = changed.map((name) => siteFields[name].label).join('、')
  if (changed.length === 0) toast(messages.restored)
  else toast(`${changed.length < names.length ? '已恢复；' : ''}后来改过的不动：${labels}`, 'info')
  return back
}
