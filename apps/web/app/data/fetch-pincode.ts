import { getPincode, type Pincode } from '@nashta/contracts/delivery/pincode'
import { fetchShop } from './fetch-shop.ts'

/** `state` is a GST code, for a pincode that lies in two states. */
export type FetchPincode = (pincode: string, state?: string) => Promise<Pincode>

export const fetchPincode: FetchPincode = async (pincode, state) => {
  const query = state === undefined ? {} : { state }
  return (await fetchShop(getPincode, { params: { pincode }, query })).data
}
