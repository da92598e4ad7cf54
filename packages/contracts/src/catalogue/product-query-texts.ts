export const SEARCH_INVALID = 'A search has at most 200 characters'
export const PRICE_BOUND_INVALID =
  'A price bound is an amount in rupees, zero or more, with at most two decimals'
export const SORT_INVALID = 'Sort is one of relevance, newest, price-asc, price-desc'
export const LIMIT_INVALID = 'Limit is a whole number, one or more'
export const CURSOR_INVALID = 'This cursor does not belong to this query; start again without one'
