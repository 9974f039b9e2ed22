import assert from 'node:assert/strict'
import { admin, startServer } from '../server.ts'
import { oldChromium } from './chromiumEngine.ts'
import { engineTest } from './engineTest.ts'
import { firefox } from './firefoxEngine.ts'
import { startRecorder } from './recorder.ts'
import { until } from './until.ts'
import { webkit } from './webkitEngine.ts'

for (const engine of [oldChromium(88), oldChromium(106), firefox, webkit]) {
  engineTest(`${engine.name}: staff sign in, open a product and save it`, [engine], async (t) => {
    const server = await startServer(t, { env: { SEED: 'on', RATE_LIMIT: 'off' } })
    const origin = await startRecorder(t, server.url)
    const window = await engine.open({})
    t.after(() => window.close())

    await window.goto(`${origin}/AdminProduct`)
    await until(window, 'document.querySelector("input[name=username]")')
    await window.type('input[name=username]', admin.username)
    await window.type('input[name=password]', admin.password)
    await window.click('#agreed')
    await window.click('.login-button')

    const edit = 'tbody button[aria-label^="编辑："]'
    await until(window, `document.querySelector('${edit}')`)
    await window.click(edit)
    const name = 'dialog[open] input[name=coverName]'
    await until(window, `document.querySelector('${name}') && document.querySelector('${name}').value`)
    await window.type(name, '改')
    const changed = await window.run<string>(`return document.querySelector('${name}').value`)
    await window.click('dialog[open] button[type=submit]')
    await until(window, 'document.body.innerText.indexOf("修改成功！") >= 0 && !document.querySelector("dialog[open]")')
    assert.deepEqual(await window.run('return window.engineErrors'), [])

    const { data } = await server.post('/v1/product/list', { coverName: changed })
    assert.equal(data.count, 1)
  })
}
