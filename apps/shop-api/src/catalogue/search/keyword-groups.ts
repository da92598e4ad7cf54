import type { Product } from '@nashta/contracts/catalogue/product'
import { keywordsOf } from '@nashta/contracts/catalogue/search/search-meaning'

type Group = { keywords: ReadonlySet<string>; slots: Set<number> }

/**
 * The slots of products by keyword, such as a shelf or a fact. A product has about a dozen keywords,
 * and many products have the same ones, so products are grouped by all of their keywords.
 */
export function createKeywordGroups() {
  const groups = new Map<string, Group>()
  const groupsByKeyword = new Map<string, Set<Group>>()

  function addGroup(name: string, keywords: ReadonlySet<string>): Group {
    const group: Group = { keywords, slots: new Set() }
    groups.set(name, group)
    for (const keyword of keywords) {
      const withKeyword = groupsByKeyword.get(keyword)
      if (withKeyword) withKeyword.add(group)
      else groupsByKeyword.set(keyword, new Set([group]))
    }
    return group
  }

  function removeGroup(name: string, group: Group) {
    groups.delete(name)
    for (const keyword of group.keywords) {
      const withKeyword = groupsByKeyword.get(keyword)
      withKeyword?.delete(group)
      if (withKeyword?.size === 0) groupsByKeyword.delete(keyword)
    }
  }

  return {
    add(slot: number, product: Product) {
      const keywords = keywordsOf(product)
      const name = nameOf(keywords)
      const { slots } = groups.get(name) ?? addGroup(name, keywords)
      slots.add(slot)
    },

    remove(slot: number, product: Product) {
      const name = nameOf(keywordsOf(product))
      const group = groups.get(name)
      group?.slots.delete(slot)
      if (group?.slots.size === 0) removeGroup(name, group)
    },

    /** Calls `visit` with the slot of each product that has the keyword. */
    visitSlotsWith(keyword: string, visit: (slot: number) => void) {
      for (const { slots } of groupsByKeyword.get(keyword) ?? []) slots.forEach(visit)
    },
  }
}

function nameOf(keywords: ReadonlySet<string>): string {
  return [...keywords].join('\n')
}
