import type { Setup } from '../../../contract/entities.ts'
import type { FieldValues } from '../../../contract/merge.ts'
import { isObject } from '../../../contract/siteFieldKinds.ts'
import { type SiteGroup, siteFields } from '../../../contract/siteFields.ts'
import { api } from '../api.ts'
import { decode, encode, groupForm } from '../described/settingsForm.ts'
import type { FormOptions } from '../form/formState.ts'

const { siteName, slogan, companyName, intro, hotline, phones, mailbox, address, map, icp } = siteFields
const { logo, favicon, look, pagesOn, homeSections, phoneSections } = siteFields

/** What a company answers first, of several groups of the settings, and what follows from the answers. */
export const beginGroup: SiteGroup = {
  id: 'begin',
  title: '开始',
  page: '/',
  fields: {
    ...{ siteName, slogan, companyName, intro, hotline, phones, mailbox, address, icp },
    map: { ...map, page: '/gywm' },
    ...{ logo, favicon, look, pagesOn, homeSections, phoneSections },
  },
}

/** The values that are still as shipped, by their paths. */
export type StarterValues = ReadonlyMap<string, unknown>

function valueAt(values: FieldValues, path: string): unknown {
  const [name = '', ...steps] = path.split('.')
  const field = beginGroup.fields[name]
  const top = field && decode(field, values[name])
  return steps.reduce((value, step) => (isObject(value) ? value[step] : undefined), top)
}

/** What stands in place of texts of the starter company where nothing of it is to be left. */
export function textsInstead(starter: StarterValues, values: FieldValues): FieldValues {
  const isStill = (path: string): boolean => starter.has(path) && starter.get(path) === valueAt(values, path)
  const texts: Record<string, string> = {}
  // A company has at least one sentence. It tells the truth until somebody has written others.
  if (starter.has('intro') && !isStill('companyName')) texts['intro'] = encode([valueAt(values, 'companyName')])
  if (isStill('icp')) texts['icp'] = encode('')
  return texts
}

export type BeginForm = ReturnType<typeof createBeginForm>

/** The form of what a company answers first. */
export function createBeginForm() {
  const base = groupForm(beginGroup)
  let setup: Setup | undefined
  let starter: StarterValues = new Map()
  let beforeSave = async (): Promise<FieldValues> => ({})

  const options: FormOptions = {
    ...base,
    async load(id, signal) {
      const [known, loaded] = await Promise.all([api('siteSetup', {}, signal), base.load(id, signal)])
      const paths = known.starterFields.filter((path) => path.split('.', 1)[0]! in beginGroup.fields)
      setup = known
      starter = new Map(paths.map((path) => [path, valueAt(loaded.values, path)]))
      return loaded
    },
    async update(id, changes, from, values) {
      const all = { ...changes, ...(await beforeSave()) }
      return Object.keys(all).length > 0 ? base.update(id, all, from, values) : {}
    },
  }
  return {
    options,
    starter: (): StarterValues => starter,
    setup: (): Setup | undefined => setup,
    /** What is done once the answers are known to be valid, before they are saved. Resolves to what is saved with them. */
    setBeforeSave(work: () => Promise<FieldValues>): void {
      beforeSave = work
    },
  }
}
