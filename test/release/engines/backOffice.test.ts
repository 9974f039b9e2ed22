import assert from 'node:assert/strict'
import { admin, startServer } from '../../server.ts'
import { oldChromium } from '../../engines/chromiumEngine.ts'
import { engineTest } from '../../engines/engineTest.ts'
import { firefox } from '../../engines/firefoxEngine.ts'
import { startRecorder } from '../../engines/recorder.ts'
import { until } from '../../engines/until.ts'
import { webkit } from '../../engines/webkitEngine.ts'

for (const engine of [oldChromium(88), oldChromium(106), firefox, webkit]) {
  engineTest(`${engine.name}: staff sign in, open a product, see its page and save it`, [engine], async (t) => {
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
    // WebKit finds what lies in a row only once it has drawn the row.
    await until(
      window,
      `(function (button) { var box = button.getBoundingClientRect(); return button.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)) })(document.querySelector('${edit}'))`,
    )
    await window.click(edit)
    const name = 'dialog[open] input[name=coverName]'
    await until(window, `document.querySelector('${name}') && document.querySelector('${name}').value`)
    await window.type(name, '改')
    const changed = await window.run<string>(`return document.querySelector('${name}').value`)

    // The frame has its style sheet and its pictures, and runs nothing.
    await window.click('dialog[open] .modal-head [aria-label="预览页面"]')
    const page = 'document.querySelector("iframe") && document.querySelector("iframe").contentDocument'
    await until(
      window,
      `${page} && (${page}).querySelector('h1') && getComputedStyle((${page}).querySelector('.site-header')).position === 'sticky'`,
    )
    assert.equal(await window.run(`return (${page}).querySelector('h1').textContent`), changed)
    assert.deepEqual(
      await window.run(`return [document.querySelector('iframe').clientWidth, (${page}).scripts.length]`),
      [1280, 0],
    )
    await until(window, `[].every.call((${page}).images, (image) => image.complete && image.naturalWidth > 0)`)
    await window.run(`document.querySelectorAll('dialog[open] [aria-label="关闭"]')[1].click()`)
    await until(window, '!document.querySelector("iframe")')

    await window.click('dialog[open] button[type=submit]')
    await until(window, 'document.body.innerText.indexOf("修改成功！") >= 0 && !document.querySelector("dialog[open]")')
    assert.deepEqual(await window.run('return window.engineErrors'), [])

    const { data } = await server.post('/v1/product/list', { coverName: changed })
    assert.equal(data.count, 1)
  })
}
