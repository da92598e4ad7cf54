import { compare, type Contender } from './compare.ts'
import type { Bench, Step } from './row.ts'

/** One contender for each size, in turns. */
export async function measureSteps(
  { generator, effort }: Bench,
  sizes: readonly number[],
  contenders: readonly Contender[],
): Promise<Step[]> {
  const costs = await compare(generator, contenders, effort)
  return sizes.flatMap((size, index) => {
    const cost = costs[index]
    return cost ? [{ size, cost }] : []
  })
}
