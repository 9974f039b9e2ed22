import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

/** npm packages that hold a Chromium. They are never dependencies: a temporary folder keeps them from one run to the next. */
const packages = {
  83: { name: 'chrome-aws-lambda', version: '3.1.1' },
  88: { name: 'chrome-aws-lambda', version: '5.5.0' },
  106: { name: '@sparticuz/chromium', version: '106.0.2' },
} as const

export type PackagedVersion = keyof typeof packages

interface Packaged {
  /** Holds `chromium`, its libraries under `lib` and its painter under `swiftshader`. */
  folder: string
  missing?: string
}

export function packagedChromium(version: PackagedVersion): Packaged {
  const { name, version: wanted } = packages[version]
  const cache = join(tmpdir(), 'zhuzhan-engines')
  const folder = join(cache, `chromium-${version}-${wanted}`)
  if (existsSync(folder)) return { folder }
  mkdirSync(cache, { recursive: true })
  const fresh = mkdtempSync(join(cache, 'new-'))
  try {
    const missing = install(fresh, `${name}@${wanted}`)
    if (missing) return { folder, missing }
    unpack(join(fresh, 'node_modules', name, 'bin'), join(fresh, 'engine'))
    moveUnlessThere(join(fresh, 'engine'), folder)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return { folder }
}

/** Why it could not be installed, as on a machine without a network. */
function install(folder: string, spec: string): string | undefined {
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const npm = process.env.npm_execpath
  const [program, before] = npm ? [process.execPath, [npm]] : ['npm', []]
  // Their scripts would fetch another Chromium from elsewhere.
  const args = ['install', '--no-save', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', spec]
  const { status, stderr } = spawnSync(program, [...before, ...args], { cwd: folder, encoding: 'utf8' })
  return status === 0 ? undefined : `${spec} could not be installed: ${stderr}`
}

function unpack(bin: string, folder: string): void {
  mkdirSync(join(folder, 'swiftshader'), { recursive: true })
  writeFileSync(join(folder, 'chromium'), brotliDecompressSync(readFileSync(join(bin, 'chromium.br'))))
  chmodSync(join(folder, 'chromium'), 0o755)
  for (const archive of ['aws.tar.br', 'swiftshader.tar.br']) {
    const { status } = spawnSync('tar', ['-x', '--no-same-owner', '-C', folder], {
      input: brotliDecompressSync(readFileSync(join(bin, archive))),
    })
    if (status !== 0) throw new Error(`${archive} could not be unpacked`)
  }
  // Where 83 and 88 look for them.
  for (const name of ['libEGL.so', 'libGLESv2.so']) copyFileSync(join(folder, name), join(folder, 'swiftshader', name))
}

/** Test files run at the same time: the second keeps what the first has written. */
function moveUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw cause
  }
}
