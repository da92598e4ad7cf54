import { globSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { parseSync } from 'oxc-parser'

export type Import = {
  from: string
  specifier: string
  /** The imported file, relative to the root; null for a module that is not part of this repository. */
  to: string | null
}

const SOURCES = '{apps,packages,e2e,bench,prove,deploy,scripts}/**/*.{ts,tsx,mjs}'
const NOT_SOURCES = ['**/node_modules/**', '**/build/**', '**/.react-router/**']

/** Every import in our own source files. `node_modules` is not read. */
export function readImports(root: string): Import[] {
  const resolvePackage = packageResolver(root)
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

/** Resolves `@nashta/name/path` by the `./*` pattern in the package's `exports`. */
function packageResolver(root: string) {
  const patterns = globSync('{apps,packages}/*/package.json', { cwd: root }).flatMap((path) => {
    const { name, exports = {} }: Manifest = JSON.parse(readFileSync(join(root, path), 'utf8'))
    const target = exports['./*']
    if (target === undefined) return []
    return [{ prefix: `${name}/`, target: posix.join(posix.dirname(path.replaceAll(sep, '/')), target) }]
  })

  return function resolvePackage(specifier: string): string | null {
    const match = patterns.find(({ prefix }) => specifier.startsWith(prefix))
    if (match) return match.target.replace('*', specifier.slice(match.prefix.length))
    if (specifier.startsWith('@nashta/')) throw new Error(`No package exports ${specifier} by a pattern`)
    return null
  }
}

/** Cycles as `a.ts → b.ts → a.ts`: at least one if there is any. Type imports count too. */
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
