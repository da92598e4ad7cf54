import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { expect, it } from 'vitest'
import { describeOnBothStorages } from '../adapters/documents.fixture.ts'
import { addAddress, removeAddress } from './address-book.ts'
import { createAddressStore } from './address-store.ts'

const home = { ...homeAddress, stateCode: '29' }

describeOnBothStorages('address store', (open) => {
  const create = () => createAddressStore(open().documents)

  it('a shopper who has saved nothing has an empty book', async () => {
    expect(await create().read('asha')).toEqual([])
  })

  it('a changed book is stored for its shopper only', async () => {
    const store = create()
    const book = await store.update('asha', (before) => addAddress(before, 'a', home))
    expect(book).toEqual([{ ...home, addressId: 'a', isDefault: true }])
    expect(await store.read('asha')).toEqual(book)
    expect(await store.read('ravi')).toEqual([])
    await store.update('asha', (before) => removeAddress(before, 'a'))
    expect(await store.read('asha')).toEqual([])
  })

  it('concurrent changes of a book are all stored', async () => {
    const store = create()
    const names = Array.from({ length: 8 }, (_, index) => `Name ${index}`)
    await Promise.all(
      names.map((fullName) =>
        store.update('asha', (before) => addAddress(before, fullName, { ...home, fullName })),
      ),
    )
    const book = await store.read('asha')
    expect(book.map(({ fullName }) => fullName).toSorted()).toEqual(names)
    expect(book.filter(({ isDefault }) => isDefault)).toHaveLength(1)
  })

  it('a change that throws leaves the address book as it was', async () => {
    const store = create()
    await store.update('asha', (before) => addAddress(before, 'a', home))
    await expect(store.update('asha', (before) => removeAddress(before, 'b'))).rejects.toMatchObject({
      code: 'ADDRESS_NOT_FOUND',
    })
    expect(await store.read('asha')).toHaveLength(1)
  })

  it('an erased book is empty, and takes new addresses', async () => {
    const store = create()
    await store.update('asha', (before) => addAddress(before, 'a', home))
    await store.update('ravi', (before) => addAddress(before, 'r', home))
    await store.erase('asha')
    await store.erase('shopper-without-addresses')
    expect(await store.read('asha')).toEqual([])
    expect(await store.read('ravi')).toHaveLength(1)
    await store.update('asha', (before) => addAddress(before, 'b', home))
    expect(await store.read('asha')).toMatchObject([{ addressId: 'b' }])
  })
})
