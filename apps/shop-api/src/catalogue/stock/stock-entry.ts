import type { Paise } from '@nashta/contracts/money'
import type { StockEntryKind } from '@nashta/contracts/stock/stock'
import { type Authorship, nameOf } from '../../operator-log/logged-change.ts'

/** Why a stock changes. */
export type StockCause = {
  kind: StockEntryKind
  /** The order that took the units, or whose units went back. */
  orderId?: string
  /** The operator. */
  by?: string
  note?: string
  /** What a received unit has cost the shop. */
  costPaise?: Paise
  batch?: string
  /** A day, such as `2026-01-31`. */
  bestBefore?: string
}

/**
 * A change of a product's stock. It is written with the change, so that the sum of a product's entries is
 * its stock. An entry is never changed or removed.
 */
export type StockEntry = StockCause & { at: string; units: number }

/** A part of a product's history, newest first. */
export type StockHistory = {
  /** Undefined for a stock that is not counted. */
  stock: number | undefined
  entries: readonly StockEntry[]
  /** The cursor of the next page; null on the last one. */
  next: string | null
}

/** The field of a product that says how many units are left. Undefined if they are not counted. */
type Counted = { stock?: number | undefined }

/** The entry of a change by an operator; null if the stock stays as it is. */
export function entryOfChange(
  before: Counted | null,
  after: Counted | null,
  authorship: Authorship,
  cause: StockCause = { kind: 'changed' },
): StockEntry | null {
  const [from, to] = [before?.stock, after?.stock]
  if (from === to) return null
  const entry = { ...cause, at: authorship.at, units: (to ?? 0) - (from ?? 0), by: nameOf(authorship) }
  if (to === undefined) return { ...entry, kind: 'ended' }
  return from === undefined ? { ...entry, kind: 'start' } : entry
}

/** The stock that a catalogue begins with; null for a product whose units are not counted. */
export function firstEntry({ stock, createdAt: at }: Counted & { createdAt: string }): StockEntry | null {
  return stock === undefined ? null : { at, kind: 'start', units: stock }
}
