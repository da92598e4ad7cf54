import type { Endpoint } from './endpoint.ts'

const CONTRACTS = /\/packages\/contracts\/src\/.*\.ts$/
const NAME = 'summary' satisfies keyof Endpoint
const TEXT = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/.source
const SUMMARY = new RegExp(String.raw`\b${NAME}:\s*(?:${TEXT}),?\s*`, 'g')

/** The source of a contract without the summaries of its calls, which only the API reference shows. */
export function withoutSummaries(source: string): string {
  return source.replaceAll(SUMMARY, '')
}

/** A plugin of Vite that leaves the summaries out of what browsers load: 4 kB of the desk's scripts. */
export function leaveOutSummaries() {
  return {
    name: 'leave-out-summaries',
    apply: 'build' as const,
    enforce: 'pre' as const,
    applyToEnvironment: ({ name }: { name: string }) => name === 'client',
    transform: (source: string, id: string) => (CONTRACTS.test(id) ? withoutSummaries(source) : null),
  }
}
