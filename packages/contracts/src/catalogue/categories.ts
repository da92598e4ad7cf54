type WithCategories = { category: string; categories?: readonly string[] | undefined }

/** The names of all shelves that a product is on. Its `category` is the first of them. */
export function categoriesOf({ category, categories }: WithCategories): readonly string[] {
  return categories ?? [category]
}

/** More than a shop needs, and few enough that lists of products stay small. */
export const CATEGORIES_PER_PRODUCT_MAX = 10
