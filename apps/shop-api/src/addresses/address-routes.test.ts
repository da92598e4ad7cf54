import { addAddress, listAddresses } from '@nashta/contracts/addresses/addresses'
import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestShop } from '../shop.fixture.ts'

let test: Awaited<ReturnType<typeof openTestShop>>
beforeEach(async () => {
  test = await openTestShop()
})
afterEach(() => test.close())

const save = (address: object, sub = 'asha') => test.call(sub, 'POST', `/addresses/${sub}`, address)

/** The state codes of the pincodes in these tests. */
const KARNATAKA = '29'
const KERALA = '32'

it('a shopper saves, replaces and removes addresses, each with the state code of its pincode', async () => {
  const { status, data } = await save(homeAddress)
  expect(status).toBe(201)
  const [home] = parseExactly(addAddress.reply, { data }).data.addresses
  expect(home).toEqual({
    ...homeAddress,
    stateCode: KARNATAKA,
    addressId: expect.any(String),
    isDefault: true,
  })

  await save({ ...homeAddress, fullName: 'Office', isDefault: true })
  const path = `/addresses/asha/${home?.addressId}`
  await test.call('asha', 'PUT', path, { ...homeAddress, pincode: '682001', isDefault: true })
  const read = parseExactly(listAddresses.reply, {
    data: (await test.call('asha', 'GET', '/addresses/asha')).data,
  })
  expect(read.data.addresses).toMatchObject([
    { fullName: 'Asha Rao', pincode: '682001', stateCode: KERALA, isDefault: true },
    { fullName: 'Office', isDefault: false },
  ])
  expect((await test.call('asha', 'DELETE', path)).data.addresses).toMatchObject([{ fullName: 'Office' }])
  expect(await test.call('asha', 'DELETE', path)).toMatchObject({ status: 404, code: 'ADDRESS_NOT_FOUND' })
})

it('an incomplete address is refused', async () => {
  expect(await save({ ...homeAddress, city: ' ' })).toMatchObject({
    status: 400,
    message: 'body.city: Please fill in all required shipping fields',
  })
})

it("a shopper cannot read or change another shopper's addresses", async () => {
  const { data } = await save(homeAddress)
  const path = `/addresses/asha/${data.addresses[0].addressId}`
  expect((await test.call('ravi', 'GET', '/addresses/asha')).status).toBe(403)
  expect((await test.call('ravi', 'PUT', path, homeAddress)).status).toBe(403)
  const pathInOwnBook = `/addresses/ravi/${data.addresses[0].addressId}`
  expect((await test.call('ravi', 'DELETE', pathInOwnBook)).status).toBe(404)
  expect((await test.call('asha', 'GET', '/addresses/asha')).data.addresses).toHaveLength(1)
})
