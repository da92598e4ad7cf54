import { shelfPath } from '@nashta/contracts/catalogue/product-urls'
import { FIRST_MENUS, type MenuEntry, type Menus } from '@nashta/contracts/storefront/menu-rules'
import { OTHER_COLLECTIONS } from '../catalogue/shelves/decide-shelves.ts'

type Shelf = { slug: string; name: string }

const COLLECTION = /^\/collections\/([^/?#]+)$/

/**
 * The menus as shoppers see them: without entries whose shelf is empty, where the operator wants that.
 * Undefined for the menus of the specification, which pages know. `countOf` counts the products of a
 * shelf that shoppers see, by its name.
 */
export function shownMenus(
  menus: Menus,
  shelves: readonly Shelf[],
  countOf: (name: string) => number,
): Menus | undefined {
  if (menus === FIRST_MENUS || JSON.stringify(menus) === JSON.stringify(FIRST_MENUS)) return undefined
  const shown = (entries: readonly MenuEntry[]) =>
    entries.flatMap(({ label, to, hidesWhenEmpty }) =>
      hidesWhenEmpty && isEmptyShelf(to) ? [] : [{ label, to }],
    )
  return {
    header: shown(menus.header),
    phone: shown(menus.phone),
    footer: menus.footer.map(({ title, links }) => ({ title, links: shown(links) })),
  }

  /**
   * A shelf is counted by its name. A collection without a shown shelf, such as Shoes of the specification, is counted
   * by its slug. Collections of all shelves are never empty.
   */
  function isEmptyShelf(path: string) {
    const [, slug] = COLLECTION.exec(path) ?? []
    if (slug === undefined || OTHER_COLLECTIONS.has(slug)) return false
    const shelf = shelves.find((each) => shelfPath(each.slug) === path)
    return countOf(shelf?.name ?? slug) === 0
  }
}

/** Whether the menus depend on which shelves are empty. */
export function dependsOnShelves({ header, phone, footer }: Menus): boolean {
  const entries = [...header, ...phone, ...footer.flatMap(({ links }) => links)]
  return entries.some(({ hidesWhenEmpty }) => hidesWhenEmpty)
}
