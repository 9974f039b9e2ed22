import assert from 'node:assert/strict'
import { admin, startServer } from '../../server.ts'
import { engineTest } from '../../engines/engineTest.ts'
import { firefox } from '../../engines/firefoxEngine.ts'
import { startRecorder } from '../../engines/recorder.ts'
import { until } from '../../engines/until.ts'
import { webkit } from '../../engines/webkitEngine.ts'

for (const engine of [firefox, webkit]) {
  engineTest(`${engine.name}: a question that was clicked can be written in, and stays open`, [engine], async (t) => {
    const server = await startServer(t, { env: { SEED: 'on', RATE_LIMIT: 'off' } })
    const origin = await startRecorder(t, server.url)
    const window = await engine.open({})
    t.after(() => window.close())
    await window.goto(`${origin}/AdminPage?add=1`)
    await until(window, 'document.querySelector("input[name=username]")')
    await window.type('input[name=username]', admin.username)
    await window.type('input[name=password]', admin.password)
    await window.click('#agreed')
    await window.click('.login-button')

    const [paper, tool] = ['dialog[open] .editor-paper .rich', 'dialog[open] .editor-tools [aria-label="更多"]']
    await until(window, `document.querySelector('${tool}')`)
    await until(window, `document.querySelector('dialog[open]').getAnimations().length === 0`)
    await window.click(paper)
    await window.click(tool)
    await window.click('.editor-menu button:nth-child(4)')
    await window.click(`${paper} summary`)
    assert.equal(await window.run(`return document.activeElement === document.querySelector('${paper}')`), true)
    await window.type(paper, 'how long')
    assert.equal(
      await window.run(`return document.querySelector('${paper}').innerHTML`),
      '<details open=""><summary>how long</summary><p><br></p></details><p><br></p>',
    )
    assert.deepEqual(await window.run('return window.engineErrors'), [])
  })
}
