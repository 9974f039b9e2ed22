import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ownProgram } from '../browser/browser.ts'
import type { TestProgram, TestServer } from '../server.ts'
import { inServer, mutantsIn } from './mutated.ts'
import { savedProduct } from './officeForms.ts'
import { inFile, type Section } from './row.ts'
import { inWindows, menuPages } from './site.ts'
import { added, product, upload } from './wire.ts'
import { onePixel } from '../media/pictures.ts'
import { rootFolder as root, type World } from './world.ts'

type Sources = Pick<World, 'read'>

function packages({ read }: Sources): { atRunTime: string[]; forWork: string[]; all: string[] } {
  const { dependencies, devDependencies } = JSON.parse(read('package.json'))
  const [atRunTime, forWork] = [Object.keys(dependencies), Object.keys(devDependencies)]
  return { atRunTime, forWork, all: [...atRunTime, ...forWork] }
}

/** What shows a process looks at a program. */
const programOf = async (t: World['t'], server: TestServer): Promise<TestProgram> =>
  'process' in server ? (server as TestProgram) : ownProgram(t)

const filesBelow = (...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
const isCode = (file: string): boolean => /\.([cm]?js|tsx?)$/.test(file)

/** The folders whose code imports a package, also of its parts. */
function usersOf({ read }: Sources, name: string, ...folders: string[]): string[] {
  const imported = new RegExp(`(from|import|import\\(|resolve\\() ?'${name}[/']`)
  return filesBelow(...folders).filter((file) => isCode(file) && imported.test(read(file)))
}

/** The packages in what the build has made, as it lists them itself. */
const bundled = ({ read }: Sources): string[] =>
  read('dist/LICENSES.txt')
    .split('\n')
    .flatMap((line) => /^((?:@[\w-]+\/)?[\w-]+) \d+\.\d+\.\d+$/.exec(line)?.[1] ?? [])

const nothingElse = (sources: Sources): void =>
  assert.deepEqual(bundled(sources), [
    '@preact/signals-core',
    '@preact/signals-react',
    'busboy',
    'entities',
    'marked',
    'nodemailer',
    'parse5',
    'postgres',
    'react',
    'react-dom',
    'scheduler',
    'streamsearch',
    'uqr',
    'wouter',
  ])

/** That a package is installed for this, and that code uses it. */
function isUsed(sources: Sources, name: string, ...folders: string[]): void {
  assert.ok(packages(sources).all.includes(name), name)
  assert.notDeepEqual(usersOf(sources, name, ...folders), [], name)
}

const withReason = ({ read }: Sources): string[] => {
  const listed = read('docs/dependencies.md')
    .split('\n')
    .flatMap((line) => (line.startsWith('| ') ? [line.split(' | ')] : []))
    .filter(([, purpose = '']) => purpose.length > 3)
  return listed.flatMap(([names = '']) => names.slice(2).split(', '))
}

export const card: Section = {
  section: 'The design card',
  file: 'phonesAndCalls',
  rows: [
    {
      sentence: 'The sources are TypeScript',
      check({ read }) {
        const { compilerOptions, include } = JSON.parse(read('tsconfig.json'))
        assert.equal(compilerOptions.strict, true)
        for (const folder of ['contract', 'client', 'server', 'test']) assert.ok(include.includes(folder), folder)
        const scripts = filesBelow('contract', 'client', 'server').filter((file) => /\.[cm]?jsx?$/.test(file))
        assert.deepEqual(
          scripts,
          ['client/styles/lower.mjs', 'client/styles/sheets.mjs'],
          'steps of the build, which need nothing built',
        )
        // Processes of tests run these, which are killed or begin before anything is compiled.
        const tests = filesBelow('test').filter(isCode)
        const inScript = tests.filter((file) => /js$/.test(file))
        assert.ok(inScript.length < tests.length / 20, `${inScript}`)
        for (const file of tests) assert.ok(!/^\/\/ @ts-nocheck/m.test(read(file)), file)
      },
    },
    {
      sentence: 'The front end is React',
      async check({ office, read, seen }) {
        for (const page of [await seen('/mobile', 'phone'), await office('/dashboard')]) {
          const drawnBy = await page.evaluate(() =>
            [...document.querySelectorAll('body *')]
              .flatMap((each) => Object.keys(each))
              .map((key) => key.slice(0, 16)),
          )
          assert.ok(drawnBy.includes('__reactContainer'), page.url())
        }
        assert.ok(bundled({ read }).includes('react-dom'))
      },
    },
    {
      sentence: 'Few dependencies: another package needs a row and a reason',
      otherForm: 'Four packages at run time beside those of the card: nodemailer, parse5, postgres, uqr',
      why: 'mail, safe HTML, several servers and a QR code are where parsers and protocols by hand go wrong',
      check({ read }) {
        const { atRunTime, forWork } = packages({ read })
        const ofCard = ['react', 'react-dom', 'wouter', '@preact/signals-react', 'busboy', 'marked']
        const others = ['nodemailer', 'parse5', 'postgres', 'uqr']
        assert.deepEqual(atRunTime.sort(), [...ofCard, ...others].sort())
        const tools = [
          '@biomejs/biome',
          'axe-core',
          'esbuild',
          'happy-dom',
          'lightningcss',
          'playwright-core',
          'tsx',
          'typescript',
        ]
        assert.deepEqual(
          forWork.filter((name) => !name.startsWith('@types/')),
          tools,
        )
        for (const name of [...others, ...tools]) {
          const users = filesBelow('client', 'server', 'test', 'tools', 'scripts').filter(
            (file) => isCode(file) && !file.startsWith('test/specification/') && read(file).includes(name),
          )
          assert.notDeepEqual(users, [], name)
        }
        nothingElse({ read })
      },
    },
    {
      sentence: 'react and react-dom are used',
      check({ read }) {
        isUsed({ read }, 'react', 'client/site', 'client/admin')
        isUsed({ read }, 'react-dom', 'client/site')
        isUsed({ read }, 'react-dom', 'server/pages')
      },
    },
    {
      sentence: 'wouter is used',
      otherForm: 'In the back office only',
      why: 'public pages, where bytes count, have a few lines of their own',
      check({ read }) {
        isUsed({ read }, 'wouter', 'client/admin')
        assert.deepEqual(usersOf({ read }, 'wouter', 'client/site', 'client/ui', 'client/lib'), [])
      },
    },
    {
      sentence: '@preact/signals-react is used',
      otherForm: 'In the back office only',
      why: 'public pages have no state that they share, and every byte of them is waited for',
      check({ read }) {
        isUsed({ read }, '@preact/signals-react', 'client/admin')
        assert.deepEqual(usersOf({ read }, '@preact/signals-react', 'client/site', 'client/ui', 'client/lib'), [])
      },
    },
    {
      sentence: 'tsx is used',
      check({ read }) {
        assert.ok(packages({ read }).all.includes('tsx'))
        assert.match(read('tools/runTests.mjs'), /'--import', 'tsx'/)
      },
    },
    {
      sentence: 'node:test is used',
      check({ read }) {
        assert.match(read('tools/runPasses.mjs'), /'--test'/)
        assert.ok(usersOf({ read }, 'node:test', 'test').length > 100)
      },
    },
    { sentence: 'happy-dom is used', check: ({ read }) => isUsed({ read }, 'happy-dom', 'test') },
    {
      sentence: 'esbuild bundles the client',
      check({ read }) {
        assert.ok(packages({ read }).all.includes('esbuild'))
        assert.match(read('tools/bundle.mjs'), /import\('esbuild'\)/)
        const made = readdirSync(join(root, 'dist/client'))
        assert.ok(
          made.some((name) => /^About-\w+\.js$/.test(name)),
          'the pages are files of the bundle',
        )
      },
    },
    {
      sentence: 'busboy reads uploads',
      check({ read }) {
        assert.deepEqual(usersOf({ read }, 'busboy', 'client', 'contract', 'server'), ['server/edge/multipart.ts'])
        assert.ok(bundled({ read }).includes('busboy'))
      },
    },
    {
      sentence: 'marked converts Markdown',
      async check({ ask, read }) {
        isUsed({ read }, 'marked', 'server/media')
        assert.ok(bundled({ read }).includes('marked'))
        const { data } = await ask('/v1/site/agreement')
        assert.match(data.html, /^<h1>[^<]+<\/h1>\n?<p>/)
      },
    },
    {
      sentence: 'The top level has package.json, tsconfig.json, build.mjs, client, server, data, uploads and test',
      check() {
        const names = ['package.json', 'tsconfig.json', 'build.mjs', 'client', 'server', 'data', 'uploads', 'test']
        for (const name of names) assert.ok(existsSync(join(root, name)), name)
      },
    },
    {
      sentence: 'One Node process serves pages, calls and files',
      async check(world) {
        const { server } = world
        const { data } = await upload(world, '/v1/file/upload', [
          ['type', 'news'],
          ['file', onePixel],
        ])
        const html = await (await fetch(`${server.url}/`)).text()
        const script = /data-module="([^"]+)"/.exec(html)?.[1]
        for (const path of [data, script, '/xwdt'])
          assert.equal((await fetch(new URL(path ?? '', server.url))).status, 200, path)
        assert.equal((await world.ask(product.list)).code, 200)
        const { pid, spawnfile } = (await programOf(world.t, server)).process
        assert.equal(spawnfile, process.execPath)
        if (process.platform !== 'linux') return
        assert.equal(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'), '')
      },
    },
    {
      sentence: 'No framework routes requests: node:http does',
      check({ read }) {
        nothingElse({ read })
        assert.deepEqual(
          usersOf({ read }, 'node:http', 'server').filter((file) => /createServer/.test(read(file))),
          ['server/edge/httpServer.ts'],
        )
      },
    },
    {
      sentence: 'POST calls below /v1 reach their handlers',
      asks: 'site',
      async check({ ask }) {
        assert.equal((await ask('/v1/news/list')).code, 200)
        assert.equal((await ask('/v1/news/none')).code, 404)
      },
    },
    {
      sentence: 'A record is a JSON file',
      async check(world) {
        const { productId } = await added(world, product)
        const stored = JSON.parse(await readFile(fileOf(world.server.folder, productId), 'utf8'))
        assert.deepEqual({ ...stored, ...product.record }, stored)
      },
    },
    {
      sentence: 'A write is atomic',
      async check(world) {
        const named = await added(world, product)
        const path = fileOf(world.server.folder, named.productId)
        const before = await readFile(path, 'utf8')
        const reader = await open(path)
        world.t.after(() => reader.close())
        const { ino } = await stat(path)
        await world.asStaff(product.update, { ...named, coverName: '改写过的' })
        assert.equal(await reader.readFile('utf8'), before, 'who has begun to read it reads it to its end')
        assert.equal(JSON.parse(await readFile(path, 'utf8')).coverName, '改写过的')
        assert.notEqual((await stat(path)).ino, ino)
      },
    },
    {
      sentence: 'The rich-text editor is light and made by hand',
      check({ read }) {
        nothingElse({ read })
        assert.deepEqual(usersOf({ read }, "(?!react|@preact)[^.'][^']*", 'client/editor'), [])
        const files = filesBelow('client/editor').filter(isCode)
        const bytes = files.reduce((sum, file) => sum + read(file).length, 0)
        assert.ok(bytes < 250_000, `${bytes}`)
      },
    },
    {
      sentence: 'It runs on one small server',
      async check({ t, server }) {
        if (process.platform !== 'linux') return
        const { url, process: ofServer } = await programOf(t, server)
        assert.equal((await fetch(url)).status, 200)
        const [, kilobytes] = /^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${ofServer.pid}/status`, 'utf8')) ?? []
        assert.ok(Number(kilobytes) < 400_000, `${kilobytes} kB`)
      },
    },
    {
      sentence: 'Staff edit the content in a simple back office',
      async check(world) {
        const { added, changed, deleted } = await savedProduct(world)
        for (const message of [added, changed, deleted]) assert.match(message, /成功/)
      },
    },
    {
      sentence: 'Who audits the packages finds the reason of each in docs/dependencies.md',
      check({ read }) {
        const listed = withReason({ read })
        assert.deepEqual(
          packages({ read }).all.filter((name) => !listed.includes(name)),
          [],
        )
      },
    },
    ...inFile(
      'desktops',
      {
        sentence: 'Carousels are made by hand',
        async check({ read, seen }) {
          nothingElse({ read })
          assert.deepEqual(usersOf({ read }, "[^.'][^']*", 'client/lib'), [])
          assert.ok((await (await seen('/')).locator('.carousel .carousel-slide').count()) > 1)
        },
      },
      {
        sentence: 'The count-up is made by hand',
        async check({ read, seen }) {
          nothingElse({ read })
          assert.ok((await (await seen('/')).locator('.figures .count-up').count()) > 1)
        },
      },
      {
        sentence: 'The map is embedded in an iframe',
        async check({ seen }) {
          const page = await seen('/gywm')
          await page.locator('.contact iframe').scrollIntoViewIfNeeded()
          await page.frameLocator('.contact iframe').locator('.map-tile').first().waitFor()
          assert.equal(await page.locator('.map-tile').count(), 0)
        },
      },
      {
        sentence: 'Visitors come with any device',
        asks: 'site',
        async check({ seen }) {
          const phonePages = ['/mobile', '/zhuyingyewu', '/dailijiameng', '/gongsijianjie']
          for (const [device, paths, widths] of [
            ['desktop', menuPages, [1024, 2560]],
            ['phone', phonePages, [320, 768]],
          ] as const)
            for (const path of paths) {
              const page = await seen(path, device)
              const sizes = widths.map((width) => ({ width, height: 800 }))
              await inWindows(page, sizes, async ({ width }) => {
                const drawn = await page.evaluate(() => document.documentElement.scrollWidth)
                assert.ok(drawn <= width, `${path} is ${drawn} px wide in ${width}`)
              })
            }
        },
      },
    ),
  ],
  mutants: [
    mutantsIn('tsconfig.json')('"strict": true', '"strict": false', 'The sources are TypeScript'),
    mutantsIn('dist/LICENSES.txt')('\nreact-dom ', '\npreact ', 'The front end is React'),
    mutantsIn('package.json')(
      '"busboy":',
      '"left-pad": "1.3.0", "busboy":',
      'Few dependencies: another package needs a row and a reason',
      'Who audits the packages finds the reason of each in docs/dependencies.md',
    ),
    mutantsIn('package.json')('"happy-dom"', '"jsdom"', 'happy-dom is used'),
    mutantsIn('server/pages/render.tsx')("'react-dom/", "'preact/", 'react and react-dom are used'),
    mutantsIn('client/site/hydrate.tsx')(/^/g, "import 'wouter'\n", 'wouter is used'),
    mutantsIn('client/ui/Picture.tsx')(/^/g, "import '@preact/signals-react'\n", '@preact/signals-react is used'),
    mutantsIn('tools/runTests.mjs')("'tsx'", "'ts-node'", 'tsx is used'),
    mutantsIn('tools/runPasses.mjs')("'--test'", "'--watch'", 'node:test is used'),
    mutantsIn('tools/bundle.mjs')("'esbuild'", "'rollup'", 'esbuild bundles the client'),
    mutantsIn('server/edge/multipart.ts')("'busboy'", "'multer'", 'busboy reads uploads'),
    { from: '"html":"<h1>', to: '"html":"# ', breaks: ['marked converts Markdown'] },
    // It ends with the server, whose end of the pipe closes.
    inServer(
      /^/g,
      'import { spawn as another } from "node:child_process"; another("cat"); globalThis.all = Buffer.alloc(3e8, 1)\n',
      'One Node process serves pages, calls and files',
      'It runs on one small server',
    ),
    mutantsIn('server/app.ts')(
      /^/g,
      "import { createServer } from 'node:http'\n",
      'No framework routes requests: node:http does',
    ),
    { from: '"code":404', to: '"code":200', breaks: ['POST calls below /v1 reach their handlers'] },
    mutantsIn('dist/writer.cjs')(
      'fs.renameSync(task.temp, task.path)',
      'fs.writeFileSync(task.path, task.op.text)',
      'A write is atomic',
    ),
    mutantsIn('dist/LICENSES.txt')(
      /^/g,
      'swiper 1.0.0\n',
      'Carousels are made by hand',
      'The count-up is made by hand',
      'The rich-text editor is light and made by hand',
    ),
    { from: '添加成功！', to: '添加了', breaks: ['Staff edit the content in a simple back office'] },
    {
      from: '.phone-drawer{',
      to: 'main{inline-size:3000px}.phone-drawer{',
      breaks: ['Visitors come with any device'],
    },
  ],
}

const fileOf = (folder: string, id = ''): string => join(folder, 'data', 'product', `${id}.json`)
