import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startServer } from '../server.ts'
import { copySources } from '../tools/copySources.ts'
import { browserTest } from './browser.ts'
import { menu, row, save, staff } from './staff.ts'

/** What a fourth kind of record changes, by file: the text before which something is inserted. */
const changes: readonly (readonly [file: string, before: string, inserted: string])[] = [
  [
    'contract/kinds.ts', '} as const satisfies Readonly<Record<string, RecordKind>>',
    `  job: kind({
    noun: '职位', screen: adminScreens.jobs,
    id: 'jobId', title: 'jobTitle', cover: 'jobCover',
    fields: {
      jobTitle: { kind: 'text', label: '职位', max: 200 },
      jobInfo: { kind: 'paragraph', label: '要求', max: 2000 },
      jobCover: { kind: 'picture', label: '图片' },
    },
    options: { unpublishAt },
    search: { jobTitle: word, page, limit }, order: { ...sorting(['jobTitle', 'createDate']), ...dateRange },
    paths: { list: '/v1/job/list', detail: '/v1/job/detailJob', save: '/v1/job/saveJob', update: '/v1/job/updateJob', delete: '/v1/job/deleteJob' },
    columns: { jobTitle: {}, jobInfo: {}, createDate: {} },
  }),\n`,
  ],
  ['contract/adminPaths.ts', "  agents: '/AdminAgenttoJoin'", "  jobs: '/AdminJob',\n"],
  ['client/admin/screens.ts', "import { NewsScreen }", "import { JobScreen } from './screens/JobScreen.tsx'\n"],
  ['client/admin/screens.ts', '  agents: AgentScreen', '  jobs: JobScreen,\n'],
  [
    'client/admin/views.ts', '  {\n    path: adminScreens.agents',
    "  { path: adminScreens.jobs, title: '招聘管理', icon: 'handshake', group: 'content', Screen: lazyScreen('jobs') },\n",
  ],
]

/** Its columns and words. */
const screen = `
import type { RowOf } from '../../../contract/kinds.ts'
import type { RecordKind } from '../forms/record.ts'
import { RecordScreen, type RecordSource } from '../lists/RecordScreen.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { ViewProps } from '../viewProps.ts'
import { clamped, nameOr } from '../lists/cells.tsx'
import { recordOf } from './recordOf.ts'

const { source: listed, dialog } = recordOf('job', { jobTitle: '' }, { jobTitle: '', jobInfo: '', jobCover: '' })
const source = {
  ...listed,
  label: '职位列表', empty: '还没有职位', question: ({ jobTitle }) => \`是否确认删除\${nameOr(jobTitle)}？\`, sitePath: () => undefined,
  columns: () => [{ key: 'jobTitle', title: '职位', always: true, cell: ({ jobTitle }) => clamped(nameOr(jobTitle), true) }],
} satisfies RecordSource<RowOf<'job'>, typeof listed.search>
const kind = {
  ...dialog,
  path: '/AdminJob', width: '40rem', titles: { add: '新增职位', edit: '编辑职位', view: '查看职位' },
  display: { jobTitle: { label: '职位' }, jobInfo: { label: '要求' }, jobCover: { label: '图片', kind: 'picture' } },
} satisfies RecordKind<typeof dialog.empty>

export function JobScreen({ active }: ViewProps) {
  return (
    <RecordScreen
      active={active} source={source} kind={kind} add={{ label: '新增', icon: 'plus' }}
      searchFields={({ typed, type }) => <TextField inline label="职位" name="jobTitle" type="search" value={typed.jobTitle} onChange={(jobTitle) => type({ jobTitle })} />}
      fields={({ form, disabled }) => (
        <>
          <TextField {...form.fields(kind.display, disabled)('jobTitle')} />
          <TextArea {...form.fields(kind.display, disabled)('jobInfo')} />
        </>
      )}
    />
  )
}
`

browserTest('a fourth kind of record changes four files and adds its screen; calls, files, menu, list, form and search follow', async (
  t,
) => {
  const folder = copySources(t)
  for (const [file, before, inserted] of changes) {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    assert.equal(text.split(before).length, 2, `${before} in ${file}`)
    writeFileSync(path, text.replace(before, () => inserted + before))
  }
  assert.equal(new Set(changes.map(([file]) => file)).size, 4)
  writeFileSync(join(folder, 'client/admin/screens/JobScreen.tsx'), screen)
  // The budget is decided with the kind.
  const budgets = join(folder, 'tools/budgets.mjs')
  writeFileSync(budgets, readFileSync(budgets, 'utf8').replaceAll(/limit: \d+/g, 'limit: 1000'))
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.'], { cwd: folder, stdio: 'inherit' })
  execFileSync(process.execPath, ['build.mjs'], { cwd: folder })

  const server = await startServer(t, { program: join(folder, 'dist', 'server.mjs') })
  const { page, complaints } = await staff(t, '/dashboard', { server })
  await menu(page).getByRole('link', { name: '招聘管理' }).click()
  await page.getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog', { name: '新增职位' })
  await dialog.getByRole('textbox', { name: '职位' }).fill('塔吊监测工程师')
  await dialog.getByRole('textbox', { name: '要求' }).fill('熟悉现场')
  await save(dialog, '发布成功！')
  await row(page, '塔吊监测工程师').waitFor()
  const { data } = await server.post('/v1/job/list', { jobTitle: '塔吊' })
  assert.deepEqual(data.data.map(({ jobTitle, jobInfo }: Record<string, string>) => [jobTitle, jobInfo]), [['塔吊监测工程师', '熟悉现场']])
  assert.equal((await server.post('/v1/job/saveJob', { jobTitle: '未登录' })).code, 401)

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '搜索内容、页面和操作' }).fill('tdjc')
  await page.getByRole('option', { name: /塔吊监测工程师/ }).click()
  await page.getByRole('dialog', { name: '编辑职位' }).waitFor()
  assert.deepEqual(complaints, [])
})
