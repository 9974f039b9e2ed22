/**
 * Browsers send calls and the server checks them: of the table of calls their scripts contain what is needed to send one, and none of the
 * rules. A form imports the rules that it checks itself.
 */
export async function callPaths(build) {
  const { outputFiles } = await build({ entryPoints: ['contract/calls.ts'], bundle: true, format: 'esm', write: false, logLevel: 'warning' })
  const { calls } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
  const rows = Object.entries(calls).map(([name, { method, path, upload }]) => [name, { method, path, ...(upload && { upload: { field: upload.field } }) }])
  const contents = `export const calls = ${JSON.stringify(Object.fromEntries(rows))}`
  return {
    name: 'call paths',
    setup: ({ onLoad }) => onLoad({ filter: /contract[\\/]calls\.ts$/ }, () => ({ contents, loader: 'js' })),
  }
}
