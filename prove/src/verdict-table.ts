import type { Verdict } from './proof.ts'

const HEAD = ['id', 'test', 'size', 'result', '']

/** One row for each figure, ready for a terminal and for a document. */
export function verdictTable(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ proof, size, isGreen, result, seconds }) => [
    proof.id,
    proof.test,
    `${size.toLocaleString('en-IN')} ${proof.unit}`,
    result.replaceAll('\n', ' ').replaceAll('|', '/'),
    isGreen === null ? 'skipped' : `${isGreen ? 'ok' : '**missed**'} (${Math.round(seconds)} s)`,
  ])
  return [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}
