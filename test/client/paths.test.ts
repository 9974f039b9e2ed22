import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes } from '../../client/site/routes.ts'
import { everyDesktop, everyPhone, rarer } from '../browser/paths.ts'

test('each public page is among those that are looked at in a browser', () => {
  const paths = [...everyDesktop, ...everyPhone, ...rarer].map((path) => path.split('?')[0] ?? '')
  const isSeen = (route: string): boolean =>
    paths.some((path) => path === route || (route.endsWith('*') && path.startsWith(route.slice(0, -1))))
  const unseen = routes.map(({ path }) => path).filter((route) => !isSeen(route))
  // The cases of the starter have addresses of before.
  assert.deepEqual(unseen, ['/xiangmuanli/*'])
})
