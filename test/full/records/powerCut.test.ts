import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { test } from 'node:test'
import { SaveFailure } from '../../../server/store/writeQueue.ts'
import { newFolder } from '../../server.ts'
import { TroubledFs } from '../../store/troubledFs.ts'
import { changes, interrupted, openSite, places, start } from '../../records/interrupted.ts'

for (const [name, [before, change]] of Object.entries(changes)) {
  test(`${name}: the power goes before any system call, and it was done or was not`, (t) =>
    interrupted(t, name, { undone: true }))

  test(`${name}: a system call that fails changes nothing, now or after a restart`, async (t) => {
    const template = newFolder(t)
    const first = await openSite(t, template)
    await before(first)
    const was = places(first)
    await first.store.close()
    let failed = 0
    for (let at = 0, calls = Infinity; at < calls; at++) {
      const root = newFolder(t)
      cpSync(template, root, { recursive: true })
      const trouble = new TroubledFs()
      const site = await openSite(t, root, trouble, start + 3_600_000)
      trouble.fail('EIO', (_call, index) => index === at)
      const error = await change(site).then(
        () => undefined,
        (cause: unknown) => cause,
      )
      if (trouble.calls.length <= at) calls = at
      if (!error) continue
      failed++
      assert.ok(error instanceof SaveFailure, `call ${at}: ${error}`)
      assert.equal(places(site), was, `in memory after call ${at}, ${trouble.calls[at]}`)
      await site.store.close()
      const again = await openSite(t, root)
      assert.equal(places(again), was, `after a restart, call ${at}, ${trouble.calls[at]}`)
      await again.store.close()
    }
    assert.ok(failed > 3)
  })
}
