import * as contract from '@nashta/contracts/addresses/addresses'
import { type Route, route } from '@nashta/service-kit/http/routes'
import type { PincodeTable } from '../delivery/pincode-table.ts'
import { statesOfAddress, withStateCode } from '../delivery/state-of-address.ts'
import { addAddress, type AddressBook, removeAddress, updateAddress } from './address-book.ts'
import type { AddressStore } from './address-store.ts'

export type AddressDeps = { addresses: AddressStore; pincodes: PincodeTable; newId: () => string }

export function addressRoutes({ addresses, pincodes, newId }: AddressDeps): Route[] {
  return [
    route(contract.listAddresses, async ({ caller }) => reply(await addresses.read(caller.sub))),
    route(contract.addAddress, async ({ caller, body }) => {
      const addressId = newId()
      const address = withStateCode(body, statesOfAddress(pincodes, body))
      return reply(await addresses.update(caller.sub, (book) => addAddress(book, addressId, address)))
    }),
    route(contract.updateAddress, async ({ caller, params, body }) => {
      const address = withStateCode(body, statesOfAddress(pincodes, body))
      return reply(
        await addresses.update(caller.sub, (book) => updateAddress(book, params.addressId, address)),
      )
    }),
    route(contract.removeAddress, async ({ caller, params }) =>
      reply(await addresses.update(caller.sub, (book) => removeAddress(book, params.addressId))),
    ),
  ]
}

function reply(book: AddressBook) {
  return { data: { addresses: [...book] } }
}
