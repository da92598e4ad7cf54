import { type ProofContext, withProofContext } from './proof-context.ts'

/** Removes one defence. The proof that depends on it must then fail. */
export type Mutation = {
  /** What goes wrong without the defence. */
  what: string
  /** Relative to the root of the project. */
  file: string
  /** The text that is replaced. It occurs in the file exactly once. */
  from: string
  to: string
}

/** `npm run prove` runs the short sizes, or those of the options `--quick` and `--nightly`. */
export type Sizes = { quick: number; short: number; nightly: number }

export type Proof = {
  /** For example R1, S2 or O3. */
  id: string
  /** Describes the proof in the table of docs/proofs.md. */
  test: string
  sizes: Sizes
  /** The unit of the sizes: rounds, orders, kills. */
  unit: string
  /** Resolves with a summary, or throws an error that names the fault. */
  run: (context: ProofContext, size: number) => Promise<string>
  mutations: Mutation[]
  /** True for a proof that opens pages in Chromium, whose path is in CHROMIUM_PATH. */
  usesBrowser?: boolean
  /** Returns the reason why the proof cannot run on this machine, or null. */
  whyNot?: () => string | null
}

/** `isGreen` is null for a proof that cannot run on this machine. */
export type Verdict = { proof: Proof; size: number; isGreen: boolean | null; result: string; seconds: number }

export async function runProof(proof: Proof, sizeName: keyof Sizes): Promise<Verdict> {
  const size = proof.sizes[sizeName]
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

/** One row of a Markdown table for each proof. */
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

/** Throws an error that names every figure with a wrong value. */
export function expectFigures(figures: Record<string, [seen: Figure, wanted: Figure]>) {
  const wrong = Object.entries(figures).filter(([, [seen, wanted]]) => seen !== wanted)
  if (wrong.length === 0) return
  throw new Error(
    wrong.map(([what, [seen, wanted]]) => `${what}: ${String(seen)}, must be ${String(wanted)}`).join('; '),
  )
}

/** Sorts ids: reliability, security, offline, cloud, bills, slow tests. */
export function rankOf(id: string) {
  return 'RSOCBT'.indexOf(id.charAt(0)) * 100 + Number(id.slice(1))
}
