/** The sort orders of a list. Without a search, `relevance` is the sales order. */
export const PRODUCT_SORTS = ['relevance', 'newest', 'price-asc', 'price-desc'] as const

export type ProductSort = (typeof PRODUCT_SORTS)[number]
