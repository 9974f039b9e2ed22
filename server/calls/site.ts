import { siteFields } from '../../contract/siteFields.ts'
import { mapTexts, type SiteField } from '../../contract/siteFieldKinds.ts'
import type { Site } from '../../contract/entities.ts'
import { withoutUnpasted } from '../../contract/unpasted.ts'
import type { RichText } from '../richtext/richText.ts'
import { nextVersion, refuseIfChanged } from '../store/edits.ts'
import { versionOf } from '../store/kind.ts'
import type { SiteRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { type DrawPreview, type Handlers, signedIn } from '../call.ts'

interface Services {
  store: Store
  site: () => SiteRecord
  richText: RichText
  drawPreview: DrawPreview
  now: () => number
}

/** There is only one; until somebody changes it, nothing may be stored under this id. */
const id = 'site'

type SentFields = { readonly [N in keyof Site]?: Site[N] | undefined }

/** The fields of the site record, without who has changed it. */
export const factsOf = (record: SiteRecord): Site =>
  Object.fromEntries(Object.keys(siteFields).map((name) => [name, record[name as keyof Site]])) as Site

export function siteCalls({
  store, site, richText, drawPreview, now,
}: Services): Pick<Handlers, 'siteDetail' | 'siteUpdate' | 'sitePreview'> {
  const clean = (name: string) => async (html: string): Promise<string> => withoutUnpasted(await richText.clean(html, name))
  /** The fields that were sent, with their rich texts cleaned. */
  const changesOf = async (sent: SentFields): Promise<Partial<Site>> => {
    const entries = Object.entries<SiteField>(siteFields).flatMap(([name, field]) => {
      const value = sent[name as keyof Site]
      return value === undefined
        ? []
        : [mapTexts(field, value, 'richText', clean(name)).then((cleaned) => [name, cleaned])]
    })
    return Object.fromEntries(await Promise.all(entries)) as Partial<Site>
  }

  return {
    siteDetail: () => ({ ...factsOf(site()), version: versionOf(site()) }),

    async siteUpdate({ basedOn, ...sent }, caller) {
      const { user } = signedIn(caller)
      const changes = await changesOf(sent)
      refuseIfChanged(site(), basedOn)
      // What is shown before the first change is part of the history, too.
      if (!store.site.get(id)) await store.site.insert({ ...site() }, id)
      const saved = await store.site.upsert(id, (stored) => {
        const current = stored ?? site()
        refuseIfChanged(current, basedOn)
        return { ...current, ...changes, id, changedAt: nextVersion(current, now()), changedBy: user.name }
      })
      return { version: versionOf(saved) }
    },

    async sitePreview({ path, ...sent }) {
      const [pathname = '', search = ''] = path.split(/(?=\?)/)
      return { html: await drawPreview(pathname, search, { siteDetail: { ...factsOf(site()), ...(await changesOf(sent)), version: '' } }) }
    },
  }
}
