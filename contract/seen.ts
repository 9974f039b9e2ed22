import { deletable, type Summary, type TitleHit, type TrashKind } from './entities.ts'
import { kindNames } from './kinds.ts'
import { kindPermission, type Permission } from './roles.ts'

type Parts<Name extends string> = Readonly<Record<Name, Permission>>

const ofKinds = <Name extends string>(names: readonly Name[]): Parts<Name> =>
  Object.fromEntries(names.map((name) => [name, kindPermission(name)])) as Parts<Name>

/** What the parts of a reply need that accounts with different permissions get. Sign-ins from new devices are everybody's own. */
export const seen = {
  summary: {
    products: 'record:edit',
    news: 'record:edit',
    photos: 'record:edit',
    cases: 'record:edit',
    drafts: 'record:edit',
    coming: 'record:edit',
    applications: 'agent:update',
    channels: 'agent:update',
    visits: 'visits:list',
    topPage: 'visits:list',
    disk: 'site:update',
    backup: 'site:update',
    faults: 'site:update',
  } satisfies Parts<Exclude<keyof Summary, 'newDevices'>>,
  titleSearch: { ...ofKinds(kindNames), agent: 'agent:update', media: 'record:edit' } satisfies Parts<TitleHit['type']>,
  trashList: ofKinds<TrashKind>(deletable),
}
