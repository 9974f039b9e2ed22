import assert from 'node:assert/strict'
import { rename, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../../../server/store/postgres/database.ts'
import { openPostgresDisk } from '../../../server/store/postgres/postgresDisk.ts'
import { command } from '../../keeping/commands.ts'
import { programClock } from '../../clock.ts'
import { fakeService, robotAddresses } from '../../leads/fakeService.ts'
import { siteWith } from '../../leads/site.ts'
import { newFolder } from '../../server.ts'
import { postgresTest } from '../../postgres/cluster.ts'
import { until } from '../../postgres/until.ts'

postgresTest(
  'of two servers on one database one sends an alarm; the other, once it leads, only that it is over',
  async (t, cluster) => {
    const folders = [newFolder(t), newFolder(t)] as const
    const clocks = folders.map(programClock)
    const robot = await fakeService(t)
    const env = { DATABASE_URL: await cluster.newDatabase() }
    const start = (index: 0 | 1) =>
      siteWith(t, { wecom: robot }, { env: { ...env, ...clocks[index]?.env }, folder: folders[index] })
    const first = await start(0)
    const second = await start(1)
    await first.channel({ kind: 'wecom', address: robotAddresses.wecom })
    await first.ask('张三')
    const move = (from: string, to: string) =>
      Promise.all(folders.map((folder) => rename(join(folder, from), join(folder, to))))
    const sent = () => robot.texts().filter((text) => text.startsWith('【网站'))
    let time = 0
    const advance = async (sites: readonly (typeof first)[]): Promise<void> => {
      for (const clock of clocks) clock.advance(time)
      time += 600_000
      for (const site of sites) {
        const [{ agentId }] = (await site.call('agent/list', { kind: 'all' })).data.data
        await site.call('agent/update', { agentId, note: `${time}` })
      }
    }
    await until(async () => (await second.call('agent/list', { kind: 'all' })).data.data.length === 1)
    await move('uploads', 'away')
    await until(async () => {
      await advance([first, second])
      return sent().length > 0
    })
    await first.server.stop()
    await move('away', 'uploads')
    await until(async () => {
      await advance([second])
      return sent().length > 1
    })
    assert.deepEqual(
      sent().map((text) =>
        text
          .split('\n')
          .slice(0, 2)
          .join('')
          .replace(/：\/.*/, ''),
      ),
      [
        '【网站告警】存放上传文件的文件夹不见了',
        `【网站恢复】存放上传文件的文件夹又在了。（${sent()[1]?.match(/（(.*)发现的/)?.[1]}发现的）`,
      ],
    )
  },
)

postgresTest('status and alarms about the disk are each machine’s own', async (t, cluster) => {
  const [folder, DATABASE_URL] = [newFolder(t), await cluster.newDatabase()]
  const clock = programClock(folder)
  const site = await siteWith(t, {}, { env: { DATABASE_URL, DISK_RESERVE: '0', ...clock.env }, folder })
  const database = openDatabase(DATABASE_URL, { onWarning: () => {} })
  t.after(() => database.close())
  const at = '2026-11-25T10:00:00.000+08:00'
  const disk = await openPostgresDisk(database, { log: () => {} })
  t.after(() => disk.close())
  for (const id of ['diskScarce', 'diskScarce-on-other'])
    await disk.put('alarm', id, { id, createdAt: at, since: at, text: '磁盘的剩余空间只有1 MB', ended: '' })
  const { output } = await command('status', folder, [], {
    env: { DATABASE_URL, PORT: new URL(site.server.url).port, DISK_RESERVE: '0' },
  })
  assert.doesNotMatch(output, /只有1 MB/)
  const { bavail, bsize } = await statfs(folder)
  assert.equal(/磁盘空间：磁盘的剩余空间只有/.test(output), bavail * bsize < 1_073_741_824)
})
