import * as fs from 'node:fs'
import type { CommitFs } from '../../server/store/commit.ts'

export type Call = keyof CommitFs

/** The real file system, with calls that a test makes fail. A failing close does close, like a real one. */
export class TroubledFs {
  /** Since the last `fail` or `heal`. */
  calls: Call[] = []
  #fails: (call: Call, index: number) => boolean = () => false
  #code = ''

  fail(code: string, fails: (call: Call, index: number) => boolean): void {
    this.calls = []
    this.#code = code
    this.#fails = fails
  }

  heal(): void {
    this.fail('', () => false)
  }

  readonly fs: CommitFs = {
    openSync: (path, flags, mode) => this.#run('openSync', () => fs.openSync(path, flags, mode)),
    ftruncateSync: (fd, length) => this.#run('ftruncateSync', () => fs.ftruncateSync(fd, length)),
    writeSync: (fd, bytes, offset, length, position) =>
      this.#run('writeSync', () => fs.writeSync(fd, bytes, offset, length, position)),
    fsyncSync: (fd) => this.#run('fsyncSync', () => fs.fsyncSync(fd)),
    fsync: (fd, done) => {
      try {
        this.#run('fsync', () => fs.fsync(fd, done))
      } catch (error) {
        done(error as NodeJS.ErrnoException)
      }
    },
    closeSync: (fd) => this.#run('closeSync', () => fs.closeSync(fd), true),
    renameSync: (from, to) => this.#run('renameSync', () => fs.renameSync(from, to)),
    unlinkSync: (path) => this.#run('unlinkSync', () => fs.unlinkSync(path)),
    mkdirSync: (path, mode) => this.#run('mkdirSync', () => fs.mkdirSync(path, mode)),
    rmdirSync: (path) => this.#run('rmdirSync', () => fs.rmdirSync(path)),
    readdirSync: (path) => this.#run('readdirSync', () => fs.readdirSync(path)),
  }

  #run<T>(call: Call, act: () => T, actAnyway = false): T {
    const fails = this.#fails(call, this.calls.length)
    this.calls.push(call)
    if (!fails) return act()
    if (actAnyway) act()
    throw Object.assign(new Error(`${this.#code}: ${call} failed`), { code: this.#code })
  }
}
