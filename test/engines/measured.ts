import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { buildSync } from 'esbuild'
import { type EngineWindow, inAnyWindow } from './engine.ts'
import type { Measure } from './probe.ts'
import { until } from './until.ts'

const probe = buildSync({
  entryPoints: [fileURLToPath(new URL('./probe.ts', import.meta.url))],
  bundle: true,
  write: false,
  format: 'iife',
  globalName: 'probe',
  target: 'chrome83',
}).outputFiles[0]?.text

/**
 * Left out everywhere: the niceties of docs/browsers.md that break lines in other places, and the gutter, which older engines
 * do not know: no scroll bar takes space here, so it would be the one difference.
 */
const withoutNiceties = `
  var sheet = [].slice.call(document.styleSheets).filter(function (each) { return each.ownerNode && each.ownerNode.tagName === 'LINK' })[0];
  sheet.insertRule('html { scrollbar-gutter: auto !important }', sheet.cssRules.length);
  // Where the style of a break has a property of its own, text-wrap also undoes white-space: nowrap.
  var wrap = CSS.supports('text-wrap-style', 'auto') ? 'text-wrap-style: auto' : 'text-wrap: wrap';
  sheet.insertRule('* { ' + wrap + ' !important; text-autospace: no-autospace !important; word-break: normal !important; hanging-punctuation: none !important; text-spacing-trim: space-all !important }', sheet.cssRules.length);
`

/** A page when its pictures are loaded and two looks at it are the same. */
export const measured = (
  window: EngineWindow,
  url: string,
  scripts?: 'hydrate',
): Promise<Measure & { errors: string[] }> => inAnyWindow(window, () => measure(window, url, scripts))

async function measure(
  window: EngineWindow,
  url: string,
  scripts?: 'hydrate',
): Promise<Measure & { errors: string[] }> {
  await visit(window, url, scripts)
  await window.run(withoutNiceties)
  let before: Measure | undefined
  let last: Measure
  // Old engines have no event for a layout that is finished.
  for (let looks = 0; ; looks++) {
    await pause(100)
    last = await window.run<Measure>(`${probe}; return probe.measure()`)
    if (looks === 50 || isDeepStrictEqual(last, before)) break
    before = last
  }
  return { ...last, errors: await window.run<string[]>('return window.engineErrors || []') }
}

const isHydrated =
  'Object.keys(document.getElementById("root") || {}).some(function (key) { return key.indexOf("__reactContainer") === 0 })'

/** Opens a page and scrolls through it, as visitors do. */
export const visited = (window: EngineWindow, url: string, scripts?: 'hydrate'): Promise<void> =>
  inAnyWindow(window, () => visit(window, url, scripts))

async function visit(window: EngineWindow, url: string, scripts?: 'hydrate'): Promise<void> {
  await window.goto(url)
  // A page that keeps its plain HTML has no event for the end of its scripts.
  if (scripts === 'hydrate') await until(window, isHydrated)
  else await pause(300)
  for (let at = 0; ; at += 600) {
    const more = await window.run<boolean>(
      `scrollTo(0, ${at}); return ${at} + innerHeight < document.documentElement.scrollHeight`,
    )
    // Pictures are requested, and reveals begin, some frames after they come into view.
    await pause(40)
    if (!more) break
  }
  for (let tries = 0; tries < 50; tries++) {
    const loaded = await window.run<boolean>(
      'return [].slice.call(document.images).every(function (each) { return each.complete || each.getClientRects().length === 0 })',
    )
    if (loaded) break
    await pause(100)
  }
  await window.run('scrollTo(0, 0)')
  // What reacts to scrolling has finished then.
  await pause(150)
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
