import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

const files = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
}

/**
 * What no page asks of React: transitions of views, references to fragments, and titles, sheets and scripts that a component puts into the
 * head. Only elements that there are none of lead to these functions, so they are empty here, which is 7 KB less. As many as were looked at
 * must be there.
 */
const unusedNames = [
  '\\w*ViewTransition\\w*',
  '\\w*AfterMutationEffect\\w*',
  'isHostHoistableType|createHoistableInstance|getHydratableHoistableCache|mountHoistable|markNodeAsHoistable',
  'getResource|acquireResource|suspendResource|preloadResource\\w*|getResourcesFromRoot|getStyleKey|getScriptKey',
  'preload|preloadModule|preinit\\w+|preconnect|preconnectAs',
  '\\w*[sS]tylesheet\\w*|adoptPreloadPropsForScript',
  '(?:commit|delete|add)\\w*Fragment(?:Instance|Handle)\\w*',
]
const unused = new RegExp(
  `^(FragmentInstance\\.prototype\\.\\w+ = )?function (${unusedNames.join('|')}|)\\([^)]*\\) \\{\\n(?:(?!\\};?$).*\\n)*?\\}`,
  'gm',
)

/**
 * React comes as CommonJS, so its code would stand in functions: the browser parses that twice, the second time while nothing else runs,
 * and nothing unused is left out. As modules it is 3 KB smaller.
 */
export const reactModules = {
  name: 'react modules',
  setup({ onResolve, onLoad }) {
    const names = Object.keys(files).join('|')
    onResolve({ filter: new RegExp(`^(?:${names})$`) }, ({ path }) => ({ path: resolve('node_modules', files[path]) }))
    onLoad({ filter: /[\\/](?:react|react-dom|scheduler)[\\/]cjs[\\/][\w-]+\.production\.js$/ }, async ({ path }) => ({
      contents: asModule(await readFile(path, 'utf8')),
      loader: 'js',
    }))
  },
}

/** The build fails for a version that is written in another way. */
function asModule(source) {
  const imports = []
  const names = new Set(Array.from(source.matchAll(/\bexports\.(\w+)/g), ([, name]) => name))
  const body = source
    .replace(/^(?:var| ) +?(\w+) = require\("([\w-]+)"\)[,;]$/gm, (_, name, path) => {
      imports.push(`import * as ${name} from '${path}'`)
      return ''
    })
    // A variable is left out when nothing reads it.
    .replace(/^exports\.(\w+)/gm, 'var exported_$1')
    .replace(/\bexports\.(\w+)/g, 'exported_$1')
    // For the stack of an error that is made in advance, which nobody reads, V8 parses the whole file again.
    .replace(/^((?:var| ) +?\w+ = )Error\(/gm, '$1errorWithoutStack(')
    .replace(unused, '$1function $2() {}')
  if (/\b(?:require|exports)\b/.test(body) || ![0, 74].includes(source.match(unused)?.length ?? 0))
    throw new Error('React is written in another way: see tools/reactModules.mjs')
  const exported = Array.from(names, (name) => `exported_${name} as ${name}`)
  return [...imports, errorWithoutStack, body, `export { ${exported.join(', ')} }`].join('\n')
}

const errorWithoutStack =
  'const errorWithoutStack = (message) => Object.assign(Object.create(Error.prototype), { message })'
