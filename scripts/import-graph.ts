import { globSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { parseSync } from 'oxc-parser'

export type Import = {
  from: string
  specifier: string
  /** The file it leads to, below the root; null when that is not ours. */
  to: string | null
}

const SOURCES = '{apps,packages,e2e,bench,scripts}/**/*.{ts,tsx,mjs}'
const NOT_SOURCES = ['**/node_modules/**', '**/build/**', '**/.react-router/**']

/** Every import of the repository's own code, by name or by path. */
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
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) =>
      literalIn(source.slice(start, end)),
    ),
  ]
}

function literalIn(expression: string): string[] {
  return /^(['"`])([^'"`$]+)\1$/.exec(expression)?.slice(2) ?? []
}

type Manifest = { name: string; exports?: Record<string, string> }

function packageResolver(root: string) {
  const patterns = globSync('{apps,packages}/*/package.json', { cwd: root }).flatMap((path) => {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest
    const target = exports['./*']
    if (target === undefined) return []
    return [{ prefix: `${name}/`, target: posix.join(posix.dirname(path.replaceAll(sep, '/')), target) }]
  })

  return function resolvePackage(specifier: string): string | null {
    const match = patterns.find(({ prefix }) => specifier.startsWith(prefix))
    if (match) return match.target.replace('*', specifier.slice(match.prefix.length))
    if (specifier.startsWith('@nashta/'))
      throw new Error(`No package of ours exports ${specifier} by a pattern`)
    return null
  }
}
