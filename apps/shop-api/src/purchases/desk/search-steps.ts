import type { OrderRecord } from '../purchase-store.ts'
import { parseCursor } from '../purchase.ts'
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

/** `nextEnd` is the end of the id range of the step's next page; null on the step's last page. */
export type StepPage = { orders: OrderRecord[]; nextEnd: string | null }

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
  let position = parsePosition(cursor)
  for (;;) {
    const { stepIndex, end } = position
    const step = steps[stepIndex]
    if (!step) return { orders: [], next: null }
    const { orders, nextEnd } = await listStep(step, idRangeOf(filter, end), limit)
    const hasFound = position.hasFound || orders.length > 0
    if (nextEnd !== null) return { orders, next: toCursor({ stepIndex, end: nextEnd, hasFound }) }
    if (hasFound) return { orders, next: null }
    position = { stepIndex: stepIndex + 1, end: undefined, hasFound: false }
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
  end: string | undefined
  /** Whether an earlier page of the step has an order. */
  hasFound: boolean
}

/** Such as `01KDX158C04444444444444444.0.found`. */
function toCursor({ stepIndex, end, hasFound }: Position) {
  return `${end}.${stepIndex}.${hasFound ? 'found' : 'none'}`
}

const CURSOR = /^(\w+)\.(\d)\.(found|none)$/

function parsePosition(cursor: string | undefined): Position {
  if (cursor === undefined) return { stepIndex: 0, end: undefined, hasFound: false }
  const [, id = '', stepIndex, found] = CURSOR.exec(cursor) ?? []
  // `parseCursor` refuses an empty id, so also a text that does not match.
  return { stepIndex: Number(stepIndex), end: parseCursor(id), hasFound: found === 'found' }
}
