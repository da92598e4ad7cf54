import { getPincode, type Pincode } from '@nashta/contracts/delivery/pincode'
import { fetchShop } from './fetch-shop.ts'

/** `state` is the GST code of a state. It chooses the state of a pincode that lies in two. */
export type FetchPincode = (pincode: string, state?: string) => Promise<Pincode>

export const fetchPincode: FetchPincode = async (pincode, state) => {
  const query = state === undefined ? {} : { state }
  return (await fetchShop(getPincode, { params: { pincode }, query })).data
}
