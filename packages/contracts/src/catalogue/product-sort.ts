/** What a list can be ordered by; without a search, relevance is the order of sales. */
export const PRODUCT_SORTS = ['relevance', 'newest', 'price-asc', 'price-desc'] as const

export type ProductSort = (typeof PRODUCT_SORTS)[number]
