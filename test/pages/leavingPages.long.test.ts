import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { productPage } from '../../contract/recordPages.ts'
import { createTrash } from '../../server/content/trash.ts'
import { createRedirects } from '../../server/redirects/redirects.ts'
import { shippedSite } from '../../server/site/seed.ts'
import { commitBatch } from '../../server/store/commit.ts'
import { currentSite } from '../../server/store/currentSite.ts'
import { openStore } from '../../server/store/store.ts'
import { PowerCut } from '../publish/powerCut.ts'
import { recordOf } from '../records.ts'
import { newFolder } from '../server.ts'
import { newDisk } from '../store/help.ts'

/** Deletes a product whose page leads on, on a machine that loses power before the nth call; then what a visitor finds. */
async function foundAfterCut(
  t: TestContext,
  at: number,
): Promise<{ found: 'page' | 'list' | 'nothing'; ended: boolean }> {
  const root = newFolder(t)
  cpSync(await prepared(t), root, { recursive: true })
  const open = async (cut: PowerCut) => {
    const now = (): number => Date.UTC(2026, 0, 2)
    const store = await openStore({
      disk: newDisk(t, root, async (ops) => commitBatch(root, ops, cut.fs)),
      now,
      log: () => {},
    })
    const site = currentSite(store, shipped, now)
    return {
      store,
      trash: createTrash(store, now),
      redirects: createRedirects({ store, site, siteOrigin: () => '', now }),
    }
  }
  const cut = new PowerCut(at)
  const { trash, redirects } = await open(cut)
  const ended = await redirects
    .save([{ from: productPage('p'), to: '/product' }], true)
    .then(() => trash.put('product', 'p', 'admin'))
    .then(
      () => true,
      () => false,
    )
  cut.undo()
  const again = await open(new PowerCut(Infinity))
  if (again.store.product.get('p')) return { found: 'page', ended }
  return { found: again.redirects.from(productPage('p')) === '/product' ? 'list' : 'nothing', ended }
}

const shipped = shippedSite(fileURLToPath(new URL('../../data/seed', import.meta.url)))

async function prepared(t: TestContext): Promise<string> {
  const root = newFolder(t)
  const store = await openStore({ disk: newDisk(t, root), now: () => Date.UTC(2026, 0, 1), log: () => {} })
  await store.product.insert(recordOf('product', { coverName: '塔机', locationId: 'zhgd' }), 'p')
  return root
}

test('whenever the power goes, a visitor finds the page or where it leads', async (t) => {
  const finds = new Set<string>()
  for (let at = 1; ; at++) {
    const { found, ended } = await foundAfterCut(t, at)
    assert.notEqual(found, 'nothing', `cut before call ${at}`)
    finds.add(found)
    if (ended) break
    assert.ok(at < 500)
  }
  assert.deepEqual(finds, new Set(['page', 'list']))
})
