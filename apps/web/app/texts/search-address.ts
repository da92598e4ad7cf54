export const ALL_SNACKS_PATH = '/collections/allproducts'
/** The store refuses longer texts. */
export const SEARCH_MAX = 200
export const SEARCHING = 'Searching…'

/** The address of all snacks that a text finds. */
export function searchPath(text: string) {
  return `${ALL_SNACKS_PATH}?${new URLSearchParams({ search: text }).toString()}`
}
