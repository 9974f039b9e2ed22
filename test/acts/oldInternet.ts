import { fileURLToPath } from 'node:url'

/** The environment of a server for which these names are of a public site, at a port of this machine. */
export const oldInternet = (hosts: readonly string[], port: number): Record<string, string> => ({
  OLD_SITE_HOSTS: hosts.join(),
  OLD_SITE_PORT: `${port}`,
  NODE_OPTIONS: `--import ${fileURLToPath(new URL('./oldInternet.mjs', import.meta.url))}`,
})
