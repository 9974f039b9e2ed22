import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { startServer } from '../server.ts'
import { today } from './chromiumEngine.ts'
import { type Engine, inAnyWindow, type WindowOptions } from './engine.ts'
import { engineTest } from './engineTest.ts'
import { likeness } from './likeness.ts'
import { measured, pause, visited } from './measured.ts'
import { desktopPages, movingPages, movingPhonePages, phonePages } from './pages.ts'
import type { Measure } from './probe.ts'
import { startRecorder } from './recorder.ts'
import { until } from './until.ts'

const seeded = async (t: TestContext): Promise<string> =>
  startRecorder(t, (await startServer(t, { env: { SEED: 'on', RATE_LIMIT: 'off' } })).url)

/** How today's Chromium draws each page; measured once for all engines. */
const expectations = new Map<string, Measure>()
async function expectedOf(
  t: TestContext,
  origin: string,
  paths: readonly string[],
  options: WindowOptions,
): Promise<Map<string, Measure>> {
  const key = (path: string): string => JSON.stringify([path, options])
  const unknown = paths.filter((path) => !expectations.has(key(path)))
  if (unknown.length > 0) {
    const window = await today.open(options)
    try {
      for (const path of unknown) expectations.set(key(path), await measured(window, origin + path, 'hydrate'))
    } finally {
      await window.close()
    }
  }
  t.diagnostic(`${paths.length} pages measured in ${today.name}`)
  return new Map(paths.map((path) => [path, expectations.get(key(path)) as Measure]))
}

/** Each engine draws every page as today's Chromium does, without an error. Engines of one file take turns, those of two wait at once. */
export function testDrawing(engines: readonly Engine[]): void {
  for (const engine of engines) testEngine(engine)
}

function testEngine(engine: Engine): void {
  for (const [paths, options] of [
    [desktopPages, {}],
    [phonePages, { phone: true }],
    [['/', '/dljm'], { dark: true }],
    [['/mobile'], { phone: true, dark: true }],
  ] as const) {
    engineTest(
      `${engine.name} draws ${options.phone ? 'phone' : 'desktop'} pages as today’s Chromium does${options.dark ? ', in the dark scheme' : ''}`,
      [engine, today],
      async (t) => {
        const origin = await seeded(t)
        const expected = await expectedOf(t, origin, paths, options)
        const window = await engine.open(options)
        t.after(() => window.close())
        for (const path of paths) {
          await t.test(path, async (page) => {
            const measure = await measured(window, origin + path, 'hydrate')
            const { share, placed, coloured, faults } = likeness(expected.get(path) as Measure, measure)
            const percent = (part: number): string => `${(part * 100).toFixed(1)} %`
            page.diagnostic(
              `${engine.name} ${path}: ${percent(share)} alike, ${percent(placed)} in place, ${percent(coloured)} in colour, ${measure.pieces.length} pieces`,
            )
            assert.deepEqual(measure.errors, [])
            assert.deepEqual(
              measure.fields.filter(({ edge }) => !edge),
              [],
              'every field has an edge',
            )
            assert.ok(share >= 0.97, `${percent(share)} of the pieces are alike:\n${faults.slice(0, 25).join('\n')}`)
          })
        }
      },
    )
  }

  engineTest(`${engine.name} reports no script error while things move`, [engine], async (t) => {
    const origin = await seeded(t)
    for (const [paths, phone] of [
      [movingPages, false],
      [movingPhonePages, true],
    ] as const) {
      const window = await engine.open({ phone, motion: true })
      t.after(() => window.close())
      for (const path of paths) {
        await t.test(path, async () => {
          await visited(window, origin + path, 'hydrate')
          assert.deepEqual(await window.run('return window.engineErrors'), [])
        })
      }
    }
  })

  engineTest(`${engine.name} reports no script error while phones open pages`, [engine], async (t) => {
    const origin = await seeded(t)
    const window = await engine.open({ phone: true, motion: true })
    t.after(() => window.close())
    // What goes wrong between the first frame and the scripts goes wrong in most visits, not in each.
    for (let visit = 0; visit < 3; visit++) {
      for (const path of ['/mobile', '/gongsijianjie']) {
        const errors = await inAnyWindow(window, async () => {
          await window.goto(origin + path)
          await until(window, 'document.documentElement.classList.contains("running")')
          // The frame that follows is drawn.
          await pause(100)
          return window.run('return window.engineErrors')
        })
        assert.deepEqual(errors, [], `${path}, visit ${visit + 1}`)
      }
    }
  })
}
