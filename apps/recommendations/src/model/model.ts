import type { Weights } from './weights.ts'

/** The settings by which a score is made from repeat purchases, other shoppers' purchases and popularity. */
export type Blend = {
  /** The regularisation of EASE, which learns from other shoppers: with a larger ridge, weights need more data. */
  ridge: number
  /** Whether products outside the head (the products with the most shoppers) have weights too. */
  hasTail: boolean
  /** The strength of an interaction is multiplied by this for each later basket of the shopper; at most 1. */
  decay: number
  /** The weight of repeat purchases in the personal score, from 0 to 1. The rest is the weight of EASE's score. */
  repeatWeight: number
  /** The exponent of a product's repurchase rate in its repeat score; 0 ignores the rate. */
  repurchaseExponent: number
  /** Popularity's share in a score is w / (w + n), with this value as w and n products in the history. */
  popularityWeight: number
  /** The period of popularity, in days. */
  popularityDays: number
  /** Whether shoppers buy products again. If not, bought products are suggested only when no others are left. */
  hasRepeatPurchases: boolean
}

/** The given settings. Training chooses the others. */
export type ModelSettings = Partial<Blend>

/** A model is plain data and typed arrays, so that it can be sent to another thread. It holds no shopper's history. */
export type Model = {
  trainedAt: number
  shopperCount: number
  interactionCount: number
  /** The share of purchases that repeat an earlier one of the same shopper. */
  repeatShare: number
  blend: Blend
  /** A product's index in this list is its index in all arrays below. */
  productIds: string[]
  /** The weighted number of each product's interactions (see `countInteractions`). */
  counts: Float32Array
  /** The same for the last `popularityDays`. */
  popularity: Float32Array
  /** How often each product is bought again, relative to the average. */
  repurchaseRates: Float32Array
  weights: Weights
}
