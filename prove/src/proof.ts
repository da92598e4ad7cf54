import { type ProofContext, withProofContext } from './proof-context.ts'

/** One defence less. The proof that stands on it must then fail. */
export type Mutation = {
  /** What goes wrong in a store like that. */
  what: string
  /** From the root of the project. */
  file: string
  /** Occurs there exactly once. */
  from: string
  to: string
}

/** How much of it: in every test run, when asked for, and overnight. */
export type Sizes = { quick: number; short: number; nightly: number }

export type Proof = {
  /** As in the list of figures: R1, S2, O3. */
  id: string
  test: string
  sizes: Sizes
  /** What one of the size is: rounds, orders, kills. */
  unit: string
  /** Says what it saw, or throws an error that says what is wrong. */
  run: (context: ProofContext, size: number) => Promise<string>
  mutations: Mutation[]
  /** For tests of the suite at a larger size: `npm test` has them already. */
  isInSuite?: boolean
  /** Why it cannot run on this machine; null where it can. */
  whyNot?: () => string | null
}

/** `isGreen` is null for one that cannot run here: neither held nor missed. */
export type Verdict = { proof: Proof; size: number; isGreen: boolean | null; result: string; seconds: number }

export async function runProof(proof: Proof, length: keyof Sizes): Promise<Verdict> {
  const size = proof.sizes[length]
  const started = performance.now()
  const verdict = await judge(proof, size)
  return { proof, size, ...verdict, seconds: (performance.now() - started) / 1000 }
}

async function judge({ run, whyNot }: Proof, size: number) {
  const reason = whyNot?.() ?? null
  if (reason !== null) return { isGreen: null, result: reason }
  try {
    return { isGreen: true, result: await withProofContext((context) => run(context, size)) }
  } catch (error) {
    return { isGreen: false, result: (error as Error).message }
  }
}

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

type Figure = number | string | boolean | undefined

/** Throws where a figure is not what it must be, and says which. */
export function expectFigures(figures: Record<string, [seen: Figure, wanted: Figure]>) {
  const wrong = Object.entries(figures).filter(([, [seen, wanted]]) => seen !== wanted)
  if (wrong.length === 0) return
  throw new Error(
    wrong.map(([what, [seen, wanted]]) => `${what}: ${String(seen)}, must be ${String(wanted)}`).join('; '),
  )
}
