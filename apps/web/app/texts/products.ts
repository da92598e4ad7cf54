// What every page with products shows.

export const FETCH_PRODUCTS_FAILED = 'Failed to fetch products'
export const SEARCH_PRODUCTS_FAILED = 'Failed to search products'
export const NO_SNACKS = 'No snacks available at the moment.'
export const SOLD_OUT = 'Sold out'
export const LOADING_SNACKS = 'Loading snacks...'
