import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { errorCode, Misuse, unless } from './systemErrors.ts'

interface Owner {
  uid: number
  gid: number
  name: string
}

/**
 * Whoever starts the program owns its files: root becomes the owner of the folder for the rest of the program, and anybody else but the
 * owner is refused. Call it before anything is written: files of another user would keep the server out.
 */
export function becomeOwner(folder: string): void {
  const me = process.geteuid?.()
  const { uid, gid, name } = ownerOf(folder)
  if (me === undefined || me === uid) return
  if (me !== 0) throw new Misuse(`${resolve(folder)} 属于用户 ${name}，请以该用户或root的身份运行`)
  try {
    process.setgroups?.([gid])
    process.setgid?.(gid)
    process.setuid?.(uid)
  } catch (cause) {
    // A container may keep root from it.
    throw new Misuse(
      `${resolve(folder)} 属于用户 ${name}，root在这里不能换成该用户（${errorCode(cause)}），请以该用户的身份运行`,
      { cause },
    )
  }
}

/** The owner of a path; of its nearest parent where the path does not exist or is hidden from us. */
export function ownerOf(path: string): Owner {
  const { uid, gid } = statSync(nearestVisible(resolve(path)))
  return { uid, gid, name: userName(uid) }
}

/** The path itself, or its nearest parent that can be seen where it is missing or behind a folder that cannot be entered. */
function nearestVisible(path: string): string {
  try {
    statSync(path)
    return path
  } catch (error) {
    if (path === dirname(path)) throw error
    return nearestVisible(dirname(path))
  }
}

/** From /etc/passwd; the number where there is none. */
export function userName(uid: number): string {
  const lines = unless(() => readFileSync('/etc/passwd', 'utf8').split('\n')) ?? []
  const line = lines.find((entry) => entry.split(':')[2] === String(uid))
  return line?.split(':')[0] ?? String(uid)
}

/** For a permission error: the file or folder that keeps us out, and whose it is; undefined for any other error. */
export function accessProblem(error: unknown): string | undefined {
  const { path } = (error ?? {}) as NodeJS.ErrnoException
  const uid = process.geteuid?.()
  if (!['EACCES', 'EPERM'].includes(errorCode(error)) || path === undefined || uid === undefined) return undefined
  const obstacle = nearestVisible(resolve(path))
  const mode = (statSync(obstacle).mode & 0o777).toString(8)
  return `no access to ${obstacle}: it belongs to ${ownerOf(obstacle).name} with mode ${mode}, and this server runs as ${userName(uid)}`
}
