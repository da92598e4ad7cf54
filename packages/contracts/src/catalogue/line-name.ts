import type { Product } from './product.ts'

/** The product's name, with its pack: packs of one snack have the same name. */
export function lineName({ name, packLabel }: Pick<Product, 'name' | 'packLabel'>): string {
  return packLabel === undefined ? name : `${name}, ${packLabel}`
}
