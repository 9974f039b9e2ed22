import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { shippedSite } from '../../server/site/seed.ts'
import { isShown } from '../../server/site/shownFields.ts'
import { type CurrentSite, readSite } from '../../server/store/currentSite.ts'

const shipped = readSite(shippedSite(fileURLToPath(new URL('../../data/seed/', import.meta.url))))
const siteWith = (changes: Partial<CurrentSite>): CurrentSite => ({
  ...shipped,
  pagePaths: [],
  emptyPages: [],
  hoursText: '',
  quoteListOn: false,
  today: '2026-11-26',
  ...changes,
})
const off = (sections: CurrentSite['homeSections'], name: string) =>
  sections.map((section) => (section.name === name ? { ...section, on: false } : section))

test('what visitors cannot see is known by its path', () => {
  const all = siteWith({})
  const { pagesOn, homeSections, phoneSections, inquiry } = all
  const rows: [path: string, hiddenBy: Partial<CurrentSite>][] = [
    ['homeTexts.oneStop', { oneStop: [] }],
    ['homeTexts.cases.lead', { emptyPages: ['cases'] }],
    ['homeTexts.partners.lead', { homeSections: off(homeSections, 'partners') }],
    ['supportTexts.technique.lead', { techSupport: [] }],
    ['agentTexts.market', { smartSiteShare: 0 }],
    ['agentTexts.profit.lead', { pagesOn: { ...pagesOn, agent: false } }],
    ['inquiry.bandLead', { inquiry: { ...inquiry, form: false } }],
    ['descriptions.scenarios', { pagesOn: { ...pagesOn, scenarios: false } }],
    ['banners.agent.image', { pagesOn: { ...pagesOn, agent: false } }],
  ]
  for (const [path, hiddenBy] of rows) {
    assert.ok(isShown(all, path), path)
    assert.ok(!isShown(siteWith(hiddenBy), path), path)
  }
  assert.ok(isShown(siteWith({ homeSections: off(homeSections, 'partners') }), 'partners'), 'phones show them')
  const nowhere = { homeSections: off(homeSections, 'partners'), phoneSections: off(phoneSections, 'partners') }
  assert.ok(!isShown(siteWith(nowhere as Partial<CurrentSite>), 'partners'))
  assert.ok(isShown(all, 'companyName'))
})
