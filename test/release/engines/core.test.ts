import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { startServer, type TestServer } from '../../server.ts'
import { oldChromium, today } from '../../engines/chromiumEngine.ts'
import type { Engine, EngineWindow, WindowOptions } from '../../engines/engine.ts'
import { engineTest } from '../../engines/engineTest.ts'
import { measured } from '../../engines/measured.ts'
import { desktopPages, phonePages } from '../../engines/pages.ts'
import type { Measure } from '../../engines/probe.ts'
import { startRecorder } from '../../engines/recorder.ts'
import { until } from '../../engines/until.ts'

/** What Core is: an engine that is older than the Full row, and any engine without scripts. */
const cores: readonly { title: string; engine: Engine; scripts: boolean }[] = [
  { title: 'Chromium 83', engine: oldChromium(83), scripts: true },
  { title: 'Chromium 88 without scripts', engine: oldChromium(88), scripts: false },
]

/** The largest drawing that is no icon. */
const largestIcon = 96

const start = (t: TestContext): Promise<TestServer> => startServer(t, { env: { SEED: 'on', RATE_LIMIT: 'off' } })
const opened = async (t: TestContext, engine: Engine, options: WindowOptions): Promise<EngineWindow> => {
  const window = await engine.open(options)
  t.after(() => window.close())
  return window
}

for (const { title, engine, scripts } of cores) {
  for (const [paths, phone] of [
    [desktopPages.filter((path) => path !== '/login'), false],
    [phonePages, true],
  ] as const) {
    engineTest(
      `${title}: ${phone ? 'phone' : 'desktop'} pages are readable and in order`,
      [engine, today],
      async (t) => {
        const origin = await startRecorder(t, (await start(t)).url)
        const window = await opened(t, engine, { phone, scripts })
        // With scripts it would hide some of it, such as the other tabs.
        const reference = await opened(t, today, { phone, scripts: false })
        for (const path of paths) {
          await t.test(path, async () => {
            const found = await measured(window, origin + path)
            const expected = await measured(reference, origin + path)
            assert.deepEqual(found.errors, [])
            // The sheet that this button opens stands at the end of the page.
            assert.deepEqual(
              wordsMissing(expected, found).filter((word) => word !== '微信'),
              [],
              'all words are there',
            )
            assert.ok(found.sideways <= 0, `scrolls sideways by ${found.sideways}`)
            const giants = found.drawings.filter(
              (size, at) => size > largestIcon && size > (expected.drawings[at] ?? 0),
            )
            assert.deepEqual(giants, [], 'every icon has its size')
            assert.ok(found.telephones.length > 0, 'numbers can be dialled')
            assert.deepEqual(found.telephones, expected.telephones)
          })
        }
      },
    )
  }

  for (const [path, names, phone, done] of [
    ['/dljm', { agentInfo: '样例公司', agentName: '王工', phone: '13800000001' }, false, '申请成功'],
    ['/dailijiameng', { companyName: '样例公司', clientName: '王工', phone: '13800000002' }, true, '申请成功'],
    ['/zixun', { company: '样例公司', name: '王工', phone: '13800000003' }, true, '已收到'],
  ] as const) {
    engineTest(`${title}: the form of ${path} is sent by a press`, [engine], async (t) => {
      const server = await start(t)
      const window = await opened(t, engine, { phone, scripts })
      await window.goto(server.url + path)
      for (const [name, value] of Object.entries(names)) await window.type(`input[name=${name}]`, value)
      await window.click('form button[type=submit]')
      await until(window, `document.body && document.body.innerText.indexOf("${done}") >= 0`)
      const { data } = await server.post('/v1/agent/list', { kind: 'all' }, { headers: await server.signIn() })
      assert.deepEqual([data.count, data.data[0]?.agentInfo], [1, '样例公司'])
    })
  }
}

function wordsMissing(expected: Measure, found: Measure): string[] {
  const there = new Set(found.pieces.map(({ text }) => text))
  return expected.pieces.filter(({ text, optional }) => !optional && !there.has(text)).map(({ text }) => text)
}
