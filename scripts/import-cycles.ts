import type { Import } from './import-graph.ts'

/** Every way back to where it began, once each, types included: `a.ts → b.ts → a.ts`. */
export function importCycles(imports: readonly Import[]): string[] {
  const targets = new Map<string, string[]>()
  for (const { from, to } of imports) if (to !== null) targets.set(from, [...(targets.get(from) ?? []), to])

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
