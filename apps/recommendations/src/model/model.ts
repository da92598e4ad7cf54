import type { Weights } from './weights.ts'

/** How the parts of the model are weighted; training chooses the settings that are not given. */
export type Blend = {
  /** EASE's regularisation: larger values need more evidence. */
  ridge: number
  /** Whether products outside the head (the most wanted ones) have weights too. */
  hasTail: boolean
  /** The factor for a purchase after each later basket. */
  decay: number
  /** The share of repeat purchases in the personal part; the rest is collaborative. */
  personalShare: number
  /** The exponent of a product's repurchase rate; 0 ignores it. */
  repurchasePower: number
  /** At this many known products, a shopper's own part and popularity have equal weight. */
  popularityWeight: number
  /** The period of popularity, in days. */
  popularityDays: number
  /** Whether bought products may be suggested again. */
  rebuys: boolean
}

export type ModelSettings = Partial<Blend>

/** Plain data and typed arrays, so that it can be sent to another thread. It holds no shopper's history. */
export type Model = {
  trainedAt: number
  shopperCount: number
  interactionCount: number
  /** The share of purchases that repeat an earlier one of the same shopper. */
  repeatShare: number
  blend: Blend
  /** The order of all arrays below. */
  productIds: string[]
  /** How often each product was taken, ever and in the period of popularity. */
  counts: Float32Array
  popularity: Float32Array
  /** How often each product is bought again, relative to the average. */
  repurchaseRates: Float32Array
  weights: Weights
}
