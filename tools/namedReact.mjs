import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const namespace = 'named-react'

/**
 * React is CommonJS: esbuild writes each use of it as `(0, R.useState)(…)`, with another R in every module. From a module with names of its own it
 * is `useState(…)`, which is shorter and compresses better: 2.6 KB of the back office.
 */
export const namedReact = {
  name: 'named react',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^react(\/jsx-runtime)?$/ }, ({ path, kind, namespace: importer }) => (kind === 'import-statement' && importer !== namespace ? { path, namespace } : undefined))
    onLoad({ filter: /./, namespace }, ({ path }) => {
      const names = Object.keys(require(path)).filter((name) => !name.startsWith('__'))
      return { contents: `import react from ${JSON.stringify(require.resolve(path))}\nexport default react\nexport const { ${names.join(', ')} } = react`, resolveDir: '.' }
    })
  },
}
