import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode } from '../../server/system/systemErrors.ts'

export interface Ended {
  code: number | null
  output: string
}

/**
 * The little of systemctl that the pages use. It reads the units that install.sh has put there, so that a unit that is wrong starts no
 * server; without systemd there is no socket, and the server opens the port of its unit itself.
 */
const systemctl = `#!/bin/bash
unit=/etc/systemd/system/zhuzhan.service
pid=/run/zhuzhan.pid
value() { sed -n "s/^$1=//p" $unit | head -n 1; }
# One that has ended stays a zombie: nobody is the parent of all here.
is_running() { [ -e $pid ] && grep -qE '^State:[[:space:]]+[^ZX[:space:]]' "/proc/$(cat $pid)/status" 2>/dev/null; }
listen() { sed -n 's/^ListenStream=//p' /etc/systemd/system/zhuzhan.socket; }
start() {
  is_running && return
  cd "$(value WorkingDirectory)"
  while IFS= read -r line; do [[ $line =~ ^[A-Z_]+= ]] && export "$line"; done < "$(value EnvironmentFile)"
  export HOST="$(listen | sed 's/:[0-9]*$//')" PORT="$(listen | sed 's/.*://')"
  setsid setpriv --reuid "$(value User)" --regid "$(value Group)" --clear-groups $(value ExecStart) >>/var/log/zhuzhan.log 2>&1 </dev/null &
  echo $! >$pid
}
stop() {
  is_running || return 0
  kill "$(cat $pid)"
  while is_running; do sleep 0.1; done
}
word=$1
shift
if [ $word = show ]; then
  is_running && echo ActiveState=active
  echo "Listen=$(listen) (Stream)"
  exit
fi
now=
[ "\${1-}" = --now ] && { now=yes; shift; }
for name in "$@"; do
  case "$word $name" in
    'start zhuzhan'|'start zhuzhan.socket') start ;;
    'enable zhuzhan'|'enable zhuzhan.socket') [ -z "$now" ] || start ;;
    'stop zhuzhan'|'stop zhuzhan.socket') stop ;;
    'restart zhuzhan') stop; start ;;
    'reload nginx'|'reload-or-restart nginx') if [ -s /run/nginx.pid ]; then nginx -s reload; else nginx; fi ;;
  esac
done
`

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/**
 * A Debian machine of its own: this one's programs with nothing of this one's changed, since what is written lies in memory above them.
 * Only within namespaces of its own, where root may mount.
 */
export class Machine {
  readonly #memory: string
  readonly root: string

  /** With the disk of another one, as a snapshot of it has it. */
  constructor(folder: string, other?: Machine) {
    this.#memory = folder
    this.root = join(folder, 'root')
    mkdirSync(folder)
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder])
    const upper = join(folder, 'upper')
    const work = join(folder, 'work')
    for (const each of [upper, work, this.root]) mkdirSync(each)
    if (other) execFileSync('cp', ['-a', `${other.#memory}/upper/.`, upper])
    const layers = `lowerdir=/,upperdir=${upper},workdir=${work}`
    execFileSync('mount', ['-t', 'overlay', 'overlay', '-o', layers, this.root])
    execFileSync('mount', ['-t', 'proc', 'proc', join(this.root, 'proc')])
    execFileSync('mount', ['--rbind', '/dev', join(this.root, 'dev')])
    for (const empty of ['tmp', 'run', 'root']) execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', join(this.root, empty)])
    this.write('/usr/local/bin/systemctl', systemctl, 0o755)
    // No name is looked up outside.
    this.write('/etc/hosts', '127.0.0.1 localhost example.com www.example.com\n')
  }

  write(file: string, content: string | Buffer, mode = 0o644): void {
    writeFileSync(join(this.root, file), content)
    chmodSync(join(this.root, file), mode)
  }

  /** Runs commands as root would type them; one that fails ends them. Not synchronously: the bucket is in this process. */
  async try(commands: string, input = ''): Promise<Ended> {
    const shell = ['env', '-i', `PATH=${path}`, 'HOME=/root', 'LANG=C.UTF-8', 'bash', '-ec', commands]
    const child = spawn('chroot', [this.root, ...shell])
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stdin.end(input)
    const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
    return { code, output }
  }

  async run(commands: string, input = ''): Promise<string> {
    const { code, output } = await this.try(commands, input)
    assert.equal(code, 0, `${commands}\n${output}\n${this.log()}`)
    return output
  }

  log(): string {
    const file = join(this.root, 'var/log/zhuzhan.log')
    return existsSync(file) ? execFileSync('tail', ['-n', '20', file], { encoding: 'utf8' }) : ''
  }

  /** Fire: nothing of it is left. */
  async burn(): Promise<void> {
    const running = (): string[] => readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && rootOf(pid) === this.root)
    for (let pids = running(); pids.length > 0; pids = running()) {
      for (const pid of pids) killIfThere(Number(pid))
      await delay(100)
    }
    spawnSync('umount', ['--recursive', '--lazy', this.#memory])
    rmSync(this.#memory, { recursive: true, force: true })
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

function rootOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/root`)
  } catch {
    // It has ended.
    return undefined
  }
}
