import type { Weights } from './weights.ts'

/**
 * The settings of scores. A score combines the shopper's repeat purchases, other shoppers'
 * purchases and popularity.
 */
export type Blend = {
  /**
   * The regularisation of EASE, the method that learns from other shoppers' purchases. The larger
   * it is, the more purchases a large weight needs.
   */
  ridge: number
  /** Whether products outside the head (the products with the most shoppers) have weights too. */
  hasTail: boolean
  /**
   * In the repeat score, the strength of an interaction is multiplied by this factor for each later
   * basket of the shopper. The factor is at most 1. With 0.9 and two later baskets, 81% of the
   * strength is left.
   */
  decay: number
  /** The weight of repeat purchases in a personal score, from 0 to 1. EASE's score has the rest. */
  repeatWeight: number
  /** The exponent of a product's repurchase rate in its repeat score; 0 ignores the rate. */
  repurchaseExponent: number
  /**
   * Let w be this value and n the number of products in the history. Then popularity's share of a
   * score is w / (w + n).
   */
  popularityWeight: number
  /** Popularity counts the interactions of this many days. */
  popularityDays: number
  /** Whether shoppers buy products again. If not, bought products are suggested only when no others are left. */
  hasRepeatPurchases: boolean
}

/** The settings that are fixed before training. Training chooses the missing ones. */
export type ModelSettings = Partial<Blend>

/**
 * A model is plain data and typed arrays, so that it can be sent to another thread. It holds no
 * shopper's history.
 */
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
  /** The same number, but only for the last `blend.popularityDays` days. */
  popularity: Float32Array
  /** How often each product is bought again, divided by the average (see `RepurchaseRates`). */
  repurchaseRates: Float32Array
  weights: Weights
}
