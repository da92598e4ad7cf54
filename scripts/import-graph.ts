import { globSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { parseSync } from 'oxc-parser'

export type Import = {
  from: string
  specifier: string
  /** The imported file, relative to the root. Null for a module from outside this repository. */
  to: string | null
}

const SOURCES = '{apps,packages,e2e,bench,prove,deploy,scripts}/**/*.{ts,tsx,mjs}'
const NOT_SOURCES = ['**/node_modules/**', '**/build/**', '**/.react-router/**']

/** Every import in our own source files. `node_modules` is not read. */
export function readImports(root: string): Import[] {
  const resolvePackage = createPackageResolver(root)
  const files = globSync(SOURCES, { cwd: root, exclude: NOT_SOURCES }).map((file) =>
    file.replaceAll(sep, '/'),
  )

  return files.flatMap((from) =>
    specifiersIn(from, readFileSync(join(root, from), 'utf8')).map((specifier) => ({
      from,
      specifier,
      to: specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : resolvePackage(specifier),
    })),
  )
}

function specifiersIn(file: string, source: string): string[] {
  const { module } = parseSync(file, source)
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.flatMap(
      ({ moduleRequest: { start, end } }) => literalIn(source.slice(start, end)) ?? [],
    ),
  ]
}

/** `'./a.ts'` gives `./a.ts`. An expression that is no string literal gives undefined. */
function literalIn(expression: string) {
  return /^(['"`])([^'"`$]+)\1$/.exec(expression)?.[2]
}

type Manifest = { name: string; exports?: Record<string, string> }

/** The resolver finds `@nashta/name/path` by the pattern `./*` in the package's `exports`. */
function createPackageResolver(root: string) {
  const patterns = globSync('{apps,packages}/*/package.json', { cwd: root }).flatMap((path) => {
    const { name, exports = {} }: Manifest = JSON.parse(readFileSync(join(root, path), 'utf8'))
    const target = exports['./*']
    if (target === undefined) return []
    return [{ prefix: `${name}/`, target: posix.join(posix.dirname(path.replaceAll(sep, '/')), target) }]
  })

  return function resolvePackage(specifier: string): string | null {
    const pattern = patterns.find(({ prefix }) => specifier.startsWith(prefix))
    if (pattern) return pattern.target.replace('*', specifier.slice(pattern.prefix.length))
    if (specifier.startsWith('@nashta/')) throw new Error(`No package exports ${specifier} by a pattern`)
    return null
  }
}

/**
 * The imports between sibling folders. For example, an import from `orders/routes/a.ts` to
 * `payments/upi/b.ts` is one from `orders` to `payments`. Imports between a folder and its
 * subfolders are left out.
 */
export function folderImports(imports: readonly Import[]): Import[] {
  return imports.flatMap(({ from, specifier, to }) => {
    if (to === null) return []
    const [fromNames, toNames] = [posix.dirname(from).split('/'), posix.dirname(to).split('/')]
    const depth = fromNames.findIndex((name, index) => name !== toNames[index])
    const isOneInTheOther = depth === -1 || depth >= toNames.length
    if (isOneInTheOther) return []
    const siblingOf = (names: string[]) => names.slice(0, depth + 1).join('/')
    return [{ from: siblingOf(fromNames), specifier, to: siblingOf(toNames) }]
  })
}

/**
 * Returns cycles such as `a.ts → b.ts → a.ts`. If there are several cycles, some may be left out,
 * but never all. Type imports count too.
 */
export function importCycles(imports: readonly Import[]): string[] {
  const targets = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    if (to !== null) targets.set(from, (targets.get(from) ?? new Set()).add(to))
  }

  const cycles: string[] = []
  const finished = new Set<string>()
  const path: string[] = []

  function walk(file: string) {
    if (finished.has(file)) return
    const start = path.indexOf(file)
    if (start !== -1) {
      cycles.push([...path.slice(start), file].join(' → '))
      return
    }
    path.push(file)
    for (const target of targets.get(file) ?? []) walk(target)
    path.pop()
    finished.add(file)
  }

  for (const file of targets.keys()) walk(file)
  return cycles
}
