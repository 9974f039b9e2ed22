import { Misuse } from './systemErrors.ts'

/** systemd passes sockets from this descriptor on. */
const firstDescriptor = 3

/**
 * The descriptor of a listening socket that systemd keeps and has passed to this process, as sd_listen_fds describes; undefined for none.
 * Removes its variables, so that no program that is started from here takes the socket for its own.
 */
export function takeKeptSocket(env: NodeJS.ProcessEnv, processId: number): number | undefined {
  const { LISTEN_PID, LISTEN_FDS } = env
  for (const name of ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES']) delete env[name]
  if (LISTEN_PID !== String(processId)) return undefined
  if (LISTEN_FDS !== '1')
    throw new Misuse(`the socket unit must have one ListenStream=, and LISTEN_FDS is "${LISTEN_FDS ?? ''}"`)
  return firstDescriptor
}
