import { makeLog } from './generated-log.fixture.ts'
import type { ModelProduct, Interaction } from './training-data.ts'

const CATEGORIES = ['Donuts', 'Chips', 'Chocolates', 'Nuts & Treats']
const FLAVOURS = ['masala', 'pepper', 'salted', 'caramel', 'mint', 'rose', 'mango', 'coffee', 'lime']

/** Makes the product with an id such as `i7`. The number in the id decides the texts. */
export function describedItem(productId: string): ModelProduct {
  const number = Number(productId.slice(1))
  const category = CATEGORIES[number % CATEGORIES.length]!
  const flavour = FLAVOURS[number % FLAVOURS.length]!
  return {
    productId,
    name: `${flavour} ${category}`,
    description: `Number ${number}, with ${flavour}`,
    category,
  }
}

/** A shop with a catalogue and 6,000 generated purchases of 150 shoppers. */
export function smallShop(seed: number, items = 120) {
  const interactions = [...makeLog({ rows: 6000, users: 150, items, seed })]
  return {
    interactions,
    histories: Map.groupBy(interactions, ({ userId }) => userId),
    catalogue: Array.from({ length: items }, (_, index) => describedItem(`i${index}`)),
    now: interactions.at(-1)?.at ?? 0,
  }
}

/** A purchase. The baskets of a shopper are numbered, and each is a second later than the last. */
export function bought(userId: string, productId: string, basket: number): Interaction {
  return {
    userId,
    productId,
    kind: 'purchase',
    quantity: 1,
    at: basket * 1000,
    eventId: `${userId}-${basket}`,
  }
}
