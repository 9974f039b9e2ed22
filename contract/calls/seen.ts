import { deletable, type Summary, type TitleHit } from '../kinds/entities.ts'
import { kindNames, ofEach } from '../kinds/kinds.ts'
import { kindPermission, type Permission } from './roles.ts'

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
    undecided: 'channel:update',
  } satisfies Record<Exclude<keyof Summary, 'newDevices'>, Permission>,
  titleSearch: {
    ...ofEach(kindNames, kindPermission),
    agent: 'agent:update',
    media: 'record:edit',
  } satisfies Record<TitleHit['type'], Permission>,
  trashList: ofEach(deletable, kindPermission),
}
