import type { Scene } from './scene.ts'

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
  run: (scene: Scene, size: number) => Promise<string>
  mutations: Mutation[]
  /** For tests of the suite at a larger size: `npm test` has them already. */
  isInSuite?: boolean
  /** Why it cannot run on this machine; null where it can. */
  whyNot?: () => string | null
}

/** `isGreen` is null for one that cannot run here: neither held nor missed. */
export type Verdict = { proof: Proof; size: number; isGreen: boolean | null; result: string; seconds: number }
