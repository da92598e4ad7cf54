import type { Verdict } from './proof.ts'

export const VERDICT_HEAD = ['id', 'test', 'size', 'result', '']

/** One row of a table for each figure. */
export function verdictRows(verdicts: readonly Verdict[]): string[][] {
  return verdicts.map(({ proof, size, isGreen, result, seconds }) => [
    proof.id,
    proof.test,
    `${size.toLocaleString('en-IN')} ${proof.unit}`,
    result.replaceAll('\n', ' ').replaceAll('|', '/'),
    isGreen === null ? 'skipped' : `${isGreen ? 'ok' : '**missed**'} (${Math.round(seconds)} s)`,
  ])
}
