import { describe, expect, it } from 'vitest'
import { anOrder } from '../order/order.fixture.ts'
import { countedLines, takingOf, withTaken } from './take-units.ts'

const order = anOrder()
const [line] = order.lines
if (!line) throw new Error('The order has no line')
const { productId } = line
const ids = new Set([productId])
const none = new Set<string>()

describe('the units that a stored order takes', () => {
  it('are those of all lines of a revived order', () => {
    expect(takingOf(order, [{ kind: 'takeStock' }])).toEqual({ lines: order.lines, kind: 'order' })
  })

  it('are only the added ones of an edited order', () => {
    const units = [{ productId, quantity: 1 }]
    const taking = takingOf(order, [{ kind: 'takeUnits', units }])
    expect(taking).toEqual({ lines: [{ ...line, quantity: 1 }], kind: 'edited' })
  })

  it('are none without an effect that takes some', () => {
    expect(takingOf(order, [{ kind: 'recordSales' }])).toBeNull()
  })

  it('are counted only for products with a limited stock', () => {
    expect(countedLines([line], { knownIds: ids, countedIds: ids })).toEqual([line])
    expect(countedLines([line], { knownIds: ids, countedIds: none })).toEqual([])
  })

  it('are sold out for a product that was removed', () => {
    expect(() => countedLines([line], { knownIds: none, countedIds: none })).toThrow(
      expect.objectContaining({ code: 'OUT_OF_STOCK' }),
    )
  })

  it('are added to those that the order has', () => {
    const taken = [{ productId, quantity: 2 }]
    const after = withTaken({ ...order, taken }, [{ ...line, quantity: 1 }])
    expect(after.taken).toEqual([{ productId, quantity: 3 }])
  })
})
