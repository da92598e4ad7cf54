import type { Proof, Sizes, Verdict } from './proof.ts'
import { withScene } from './scene.ts'

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
    return { isGreen: true, result: await withScene((scene) => run(scene, size)) }
  } catch (error) {
    return { isGreen: false, result: (error as Error).message }
  }
}
