import * as fs from 'node:fs'
import { dirname } from 'node:path'
import type { CommitFs } from '../../server/store/commit.ts'

/** A change of names that a power cut may undo, until its folder is synced. */
interface Unsynced {
  folder: string
  undo(): void
}

/**
 * The real file system, of a machine that loses power right before the nth call. Without undoing it is what a kill leaves: what was
 * written is there. Throws for a rename of a file that is not synced itself.
 */
export class PowerCut {
  calls = 0
  readonly at: number
  #unsynced: Unsynced[] = []
  readonly #opened = new Map<number, string>()
  readonly #dirty = new Set<string>()

  constructor(at: number) {
    this.at = at
  }

  get unsynced(): number {
    return this.#unsynced.length
  }

  /** Undoes the changes of names that were not synced, the latest first: all of them, or one. */
  undo(only?: number): void {
    const undone = only === undefined ? this.#unsynced : this.#unsynced.slice(only, only + 1)
    for (const { undo } of [...undone].reverse()) undo()
  }

  readonly fs: CommitFs = {
    openSync: (path, flags, mode) =>
      this.#run(() => {
        const fd = fs.openSync(path, flags, mode)
        this.#opened.set(fd, path)
        if (flags === 'wx') this.#dirty.add(path)
        return fd
      }),
    ftruncateSync: (fd, length) => this.#run(() => fs.ftruncateSync(fd, length)),
    writeSync: (fd, bytes, offset, length, position) =>
      this.#run(() => fs.writeSync(fd, bytes, offset, length, position)),
    fsyncSync: (fd) => this.#run(() => this.#synced(fd)),
    fsync: (fd, done) => {
      try {
        this.#run(() => this.#synced(fd))
        done(null)
      } catch (error) {
        done(error as NodeJS.ErrnoException)
      }
    },
    closeSync: (fd) => {
      fs.closeSync(fd)
      this.#run(() => {})
    },
    renameSync: (from, to) =>
      this.#run(() => {
        if (this.#dirty.has(from)) throw new Error(`${from} is renamed before it is synced`)
        this.#change(to, () => fs.renameSync(from, to))
      }),
    unlinkSync: (path) => this.#run(() => this.#change(path, () => fs.unlinkSync(path))),
    mkdirSync: (path, mode) =>
      this.#run(() => {
        fs.mkdirSync(path, mode)
        this.#unsynced.push({ folder: dirname(path), undo: () => fs.rmSync(path, { recursive: true, force: true }) })
      }),
    rmdirSync: (path) =>
      this.#run(() => {
        fs.rmdirSync(path)
        // With the folder goes what was in it, synced or not.
        const inside = this.#unsynced.filter(({ folder }) => folder === path).reverse()
        this.#unsynced = this.#unsynced.filter(({ folder }) => folder !== path)
        this.#unsynced.push({
          folder: dirname(path),
          undo() {
            fs.mkdirSync(path, { recursive: true })
            for (const { undo } of inside) undo()
          },
        })
      }),
    readdirSync: (path) => this.#run(() => fs.readdirSync(path)),
  }

  #synced(fd: number): void {
    const path = this.#opened.get(fd) ?? ''
    this.#dirty.delete(path)
    this.#unsynced = this.#unsynced.filter(({ folder }) => folder !== path)
  }

  #change(path: string, change: () => void): void {
    const before = fs.existsSync(path) ? fs.readFileSync(path) : undefined
    change()
    const undo = (): void => {
      if (before === undefined) return fs.rmSync(path, { force: true })
      fs.mkdirSync(dirname(path), { recursive: true })
      fs.writeFileSync(path, before)
    }
    this.#unsynced.push({ folder: dirname(path), undo })
  }

  #run<T>(call: () => T): T {
    if (this.calls >= this.at) throw Object.assign(new Error('EIO: no power'), { code: 'EIO' })
    this.calls++
    return call()
  }
}
