import { getPincode, type Pincode } from '@nashta/contracts/delivery/pincode'
import { fetchShop } from '../calls/fetch-shop.ts'

/**
 * `state` is the GST code of a state, such as '29'. If the pincode lies in two states, the result
 * has the delivery terms of `state`.
 */
export type FetchPincode = (pincode: string, state?: string) => Promise<Pincode>

export const fetchPincode: FetchPincode = async (pincode, state) => {
  const query = state === undefined ? {} : { state }
  return (await fetchShop(getPincode, { params: { pincode }, query })).data
}
