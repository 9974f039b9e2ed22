import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migratedSite } from '../../server/store/siteMigration.ts'

const pageNames = { home: '首页', product: '产品', news: '新闻', agent: '加盟', about: '关于', aboutPhone: '公司', cases: '案例' } as const
const shownIn = (menus: readonly { name: string; target: string }[], menu: string): string[] =>
  menus.filter((entry) => Reflect.get(entry, menu)).map(({ name, target }) => `${name} ${target}`)

test('three menus become one list, in which each keeps its order and names', () => {
  const phone = ['about', 'home', 'cases', 'product']
  const menus = { desktop: ['home', 'product', 'about', 'about'], phone, footer: ['product', 'home', 'privacy'] }
  const migrated: { menus: { name: string; target: string }[] } = migratedSite({ pageNames, menus: menus as never })
  assert.deepEqual(shownIn(migrated.menus, 'desktop'), ['首页 /', '产品 /product', '关于 /gywm'])
  assert.deepEqual(shownIn(migrated.menus, 'phone'), ['公司 /gywm', '首页 /', '案例 /xiangmuanli', '产品 /product'])
  assert.deepEqual(shownIn(migrated.menus, 'footer'), ['产品 /product', '首页 /', ' /privacy'])
  assert.deepEqual(migratedSite(migrated), migrated)
})

test('the three groups of products become a list, all of them shown', () => {
  const group = { name: '甲', intro: '乙' }
  const { groups } = migratedSite({ productGroups: { zhgd: group, cpxt: group, jzbh: group }, groups: undefined })
  assert.deepEqual(groups, ['zhgd', 'cpxt', 'jzbh'].map((id) => ({ ...group, on: true, id })))
})

test('shipped files have their addresses of today, and the company keeps its own', () => {
  const logo = { light: '/media/mark.svg', dark: '/uploads/media/own.png' }
  const { favicon, shareImage, logo: migrated } = migratedSite({ favicon: '/media/mark.svg', shareImage: '/uploads/media/own.png', logo })
  assert.deepEqual([favicon, shareImage, migrated.light, migrated.dark], [undefined, logo.dark, undefined, logo.dark])
})
