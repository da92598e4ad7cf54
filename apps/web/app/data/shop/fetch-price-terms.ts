import { getPriceTerms, type PriceTerms } from '@nashta/contracts/offers/price-terms'
import { fetchShop } from '../calls/fetch-shop.ts'

export type FetchPriceTerms = (asked: { productIds: readonly string[]; code?: string }) => Promise<PriceTerms>

export const fetchPriceTerms: FetchPriceTerms = async ({ productIds, code }) => {
  const body = { productIds: [...productIds], ...(code !== undefined && { code }) }
  return (await fetchShop(getPriceTerms, { body })).data
}
