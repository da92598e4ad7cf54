import type { Weights } from './weights.ts'

/** How the parts of the model are mixed; training chooses what is not given. */
export type Blend = {
  /** How much evidence two products need before one speaks for the other. */
  ridge: number
  /** Whether products beyond the most wanted speak for others too, where there are so many. */
  hasTail: boolean
  /** What a purchase still counts after each further basket. */
  decay: number
  /** Of the personal part: what the shopper buys again, against what others with it buy. */
  personalShare: number
  /** How much it counts for this whether a product is one that people buy again; 0 not at all. */
  habitPower: number
  /** So many products of a shopper weigh as much as what everybody buys. */
  popularityWeight: number
  /** How far back popularity looks. */
  popularityDays: number
  /** Whether what was bought may be suggested again. */
  rebuys: boolean
}

export type ModelSettings = Partial<Blend>

/** Plain data and typed arrays: it can be sent to another thread, and holds nobody's history. */
export type Model = {
  trainedAt: number
  shopperCount: number
  interactionCount: number
  /** The share of purchases that had been made before by the same shopper. */
  repeatShare: number
  blend: Blend
  /** Everything below is in this order. */
  productIds: string[]
  /** How often each product was taken, and how often lately. */
  counts: Float32Array
  popularity: Float32Array
  /** How often each product is bought again, against the average one. */
  habits: Float32Array
  weights: Weights
}
