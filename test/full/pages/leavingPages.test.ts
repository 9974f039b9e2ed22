import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { productPage } from '../../../contract/kinds/recordPages.ts'
import { createDrafts } from '../../../server/records/drafts.ts'
import { createTrash } from '../../../server/records/trash.ts'
import { createRedirects } from '../../../server/site/redirects.ts'
import { createRichText } from '../../../server/media/richText.ts'
import { shippedSite } from '../../../server/site/seed.ts'
import { commitBatch } from '../../../server/store/commit.ts'
import { currentSite } from '../../../server/store/currentSite.ts'
import { openStore } from '../../../server/store/store.ts'
import { PowerCut } from '../../records/powerCut.ts'
import { recordOf } from '../../records.ts'
import { newFolder } from '../../server.ts'
import { newDisk } from '../../store/help.ts'

type Opened = Awaited<ReturnType<typeof openParts>>

async function openParts(t: TestContext, root: string, cut: PowerCut, refused = '') {
  const now = (): number => Date.UTC(2026, 0, 2)
  const store = await openStore({
    disk: newDisk(t, root, async (ops) => {
      if (ops.some(({ collection }) => collection === refused)) throw new Error('no space')
      return commitBatch(root, ops, cut.fs)
    }),
    now,
    log: () => {},
  })
  const site = currentSite(store, shipped, now)
  const redirects = createRedirects({ store, site, siteOrigin: () => '', now })
  return {
    store,
    redirects,
    trash: createTrash({ store, redirects, now }),
    drafts: createDrafts({ store, site, richText: createRichText(), redirects, now }),
    now,
  }
}

/** A product whose page leads on goes, on a machine that loses power before the nth call; then what a visitor finds. */
async function foundAfterCut(
  t: TestContext,
  at: number,
  goes: (parts: Opened) => Promise<unknown>,
): Promise<{ found: 'page' | 'list' | 'nothing'; ended: boolean }> {
  const root = newFolder(t)
  cpSync(await prepared(t), root, { recursive: true })
  const cut = new PowerCut(at)
  const ended = await goes(await openParts(t, root, cut)).then(
    () => true,
    () => false,
  )
  cut.undo()
  const again = await openParts(t, root, new PowerCut(Infinity))
  if (again.store.product.get('p')) return { found: 'page', ended }
  return { found: again.redirects.from(productPage('p'))?.to === '/product' ? 'list' : 'nothing', ended }
}

const shipped = shippedSite(fileURLToPath(new URL('../../../data/seed', import.meta.url)))

async function prepared(t: TestContext): Promise<string> {
  const root = newFolder(t)
  const store = await openStore({ disk: newDisk(t, root), now: () => Date.UTC(2026, 0, 1), log: () => {} })
  const end = { unpublishAt: '2026-01-02T00:00:00.000+08:00', unpublishTo: '/product' }
  await store.product.insert(recordOf('product', { coverName: '塔机', locationId: 'zhgd', ...end }), 'p')
  return root
}

const ways: Readonly<Record<string, (parts: Opened) => Promise<unknown>>> = {
  'is deleted': ({ trash }) => trash.put('product', 'p', { by: 'admin', redirectTo: '/product' }),
  'is taken off': ({ drafts }) => drafts.unpublish('product', 'p', { by: 'admin', redirectTo: '/product' }),
  'ends at its time': ({ drafts, now }) => drafts.unpublish('product', 'p', { dueBy: now() }),
}

for (const [way, goes] of Object.entries(ways)) {
  test(`whenever the power goes while a product ${way}, a visitor finds the page or where it leads`, async (t) => {
    const finds = new Set<string>()
    for (let at = 1; ; at++) {
      const { found, ended } = await foundAfterCut(t, at, goes)
      assert.notEqual(found, 'nothing', `cut before call ${at}`)
      finds.add(found)
      if (ended) break
      assert.ok(at < 500)
    }
    assert.deepEqual(finds, new Set(['page', 'list']))
  })
}

test('a page that could not go, on a full disk for example, has no old address', async (t) => {
  const parts = await openParts(t, await prepared(t), new PowerCut(Infinity), 'trash/product')
  await assert.rejects(parts.trash.put('product', 'p', { by: 'admin', redirectTo: '/product' }))
  assert.ok(parts.store.product.get('p'))
  assert.deepEqual(parts.store.redirect.all(), [])
})
