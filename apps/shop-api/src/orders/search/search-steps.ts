import { invalidCursor, parseCursor } from '../order/purchase-id.ts'
import type { OrderRecord } from '../order/purchase-store.ts'
import { type IdRange, idRangeOf, type OrderFilter, type OrderPage, type PageRequest } from './all-orders.ts'
import { parsePrefixes, parseSearch } from './search-terms.ts'

/**
 * One attempt to find orders by a search text.
 *
 * - `terms`: orders that have all terms. If there are no terms, every order.
 * - `prefixes`: orders that have, for at least one interpretation, a term for every prefix.
 */
export type SearchStep =
  | { kind: 'terms'; terms: readonly string[] }
  | { kind: 'prefixes'; interpretations: readonly (readonly string[])[] }

/**
 * A page of one step. The step's next page has only orders whose ids are before `nextBefore`, which
 * is null on the last page. A page may be empty although the step has a next page.
 */
export type StepPage = { orders: OrderRecord[]; nextBefore: string | null }

type ListStep = (step: SearchStep, range: IdRange, limit: number) => Promise<StepPage>

/**
 * Reads a page of orders. A search has several steps, and only the first step that finds an order
 * is shown. So an empty step is followed by the next step, which begins with the newest order.
 */
export async function listBySteps(
  filter: OrderFilter,
  { limit, cursor }: PageRequest,
  listStep: ListStep,
): Promise<OrderPage> {
  const steps = stepsOf(filter)
  let position = cursor === undefined ? startOfStep(0) : parsePosition(cursor)
  for (;;) {
    const { stepIndex, before } = position
    const step = steps[stepIndex]
    if (!step) return { orders: [], next: null }
    const { orders, nextBefore } = await listStep(step, idRangeOf(filter, before), limit)
    const hasFound = position.hasFound || orders.length > 0
    if (nextBefore !== null) return { orders, next: toCursor({ stepIndex, before: nextBefore, hasFound }) }
    // This is the last page of the step.
    if (hasFound) return { orders, next: null }
    position = startOfStep(stepIndex + 1)
  }
}

function stepsOf({ search, searchSkipsEmail }: OrderFilter): SearchStep[] {
  if (search === undefined) return [{ kind: 'terms', terms: [] }]
  // A text such as `bharatha` may be an order number or a name, so each is a step.
  const termSteps = parseSearch(search).map((terms): SearchStep => ({ kind: 'terms', terms }))
  const interpretations = parsePrefixes(search, { withEmail: !searchSkipsEmail })
  return interpretations.length === 0 ? termSteps : [...termSteps, { kind: 'prefixes', interpretations }]
}

/** Where a page begins. */
type Position = {
  stepIndex: number
  /** Only orders with smaller ids are listed. If undefined, the page begins with the newest order. */
  before: string | undefined
  /** Whether an earlier page of the step has an order. */
  hasFound: boolean
}

function startOfStep(stepIndex: number): Position {
  return { stepIndex, before: undefined, hasFound: false }
}

/** Such as `01KDX158C04444444444444444.0.found`. */
function toCursor({ stepIndex, before, hasFound }: Position) {
  return `${before}.${stepIndex}.${hasFound ? 'found' : 'none'}`
}

const CURSOR = /^(\w+)\.(\d)\.(found|none)$/

function parsePosition(cursor: string): Position {
  const match = CURSOR.exec(cursor)
  if (!match) throw invalidCursor()
  const [, id, stepIndex, found] = match
  return { stepIndex: Number(stepIndex), before: parseCursor(id), hasFound: found === 'found' }
}
