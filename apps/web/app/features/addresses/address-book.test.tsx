// @vitest-environment happy-dom
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { useCall } from '@nashta/browser/forms/use-call'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { QueryCacheProvider } from '../../data/products/query-client.tsx'
import { waitUntil } from '../../wait-until.fixture.ts'
import { AddressBook, type AddressBookProps } from './address-book.tsx'

const addresses = [
  { ...homeAddress, addressId: 'home', isDefault: true },
  { ...homeAddress, fullName: 'Office', addressId: 'office', isDefault: false },
  { ...homeAddress, fullName: 'Ravi', addressId: 'ravi', isDefault: false },
]

it.each([
  ['Save Office', 'The address could not be saved. Please try again.'],
  ['Make default Office', 'The default address could not be changed. Please try again.'],
  ['Remove Office', 'The address could not be removed. Please try again.'],
])('when “%s” fails, the address book says what failed', async (button, message) => {
  const book = await showAddressBook()
  if (button.startsWith('Save')) await press(book, 'Edit Office')
  await press(book, button)
  expect(book.querySelector('[role="alert"]')?.textContent).toBe(message)
})

it('“Cancel” hides why the address could not be saved', async () => {
  const book = await showAddressBook()
  await press(book, 'Edit Office')
  await press(book, 'Save Office')
  expect(book.querySelector('[role="alert"]')).not.toBeNull()
  await press(book, 'Cancel')
  expect(book.querySelector('[role="alert"]')).toBeNull()
})

it.each([
  [
    'Make default Ravi',
    addresses.map((address) => ({ ...address, isDefault: address.addressId === 'ravi' })),
  ],
  ['Remove Ravi', addresses.slice(0, 2)],
])('“%s” leaves the form of another address open', async (button, afterChange) => {
  const book = await showAddressBook({ afterChange })
  await press(book, 'Edit Office')
  await press(book, button)
  await untilGone(book, button)
  expect(buttonNames(book)).toContain('Save Office')
})

it('a save closes the form', async () => {
  const book = await showAddressBook({ afterChange: addresses.slice(0, 2) })
  await press(book, 'Edit Office')
  await press(book, 'Save Office')
  await untilGone(book, 'Save Office')
  expect(buttonNames(book)).toContain('Add an address')
})

it('an address can be added after the address in the form was removed on another device', async () => {
  const book = await showAddressBook({ afterChange: addresses.slice(0, 1) })
  await press(book, 'Edit Office')
  await press(book, 'Remove Ravi')
  await untilGone(book, 'Save Office')
  expect(buttonNames(book)).toContain('Add an address')
})

/** Shows an address book. The store replies to every change with `afterChange`, or accepts none. */
async function showAddressBook({ afterChange }: { afterChange?: typeof addresses } = {}) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async (_path: string, { method }: { method: string }) => {
    if (method === 'GET') return Response.json({ data: { addresses } })
    if (!afterChange) throw new TypeError('Failed to fetch')
    return Response.json({ data: { addresses: afterChange } })
  })
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    act(() => root.unmount())
    host.remove()
    vi.unstubAllGlobals()
  })
  await act(async () =>
    root.render(
      <QueryCacheProvider>
        <AddressBook
          // Another shopper in each test: all tests share one query cache.
          userId={randomUUID()}
          renderForm={(form) => <Form {...form} />}
        />
      </QueryCacheProvider>,
    ),
  )
  await waitUntil(() => host.querySelector('li'))
  return host
}

/** Stands for the address form: it saves `homeAddress`, and shows why that failed. */
function Form({ address, onSave, onCancel }: Parameters<AddressBookProps['renderForm']>[0]) {
  const { run, failure } = useCall(() => onSave(homeAddress), 'No reason was given')
  return (
    <>
      <button type="button" onClick={() => void run()}>
        Save {address?.fullName}
      </button>
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
      {failure === null ? null : <p role="alert">{failure}</p>}
    </>
  )
}

async function press(host: Element, name: string) {
  const button = [...host.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  if (!button) throw new Error(`There is no button called ${name} in: ${host.textContent}`)
  await act(async () => button.click())
}

function buttonNames(host: Element) {
  return [...host.querySelectorAll('button')].map(({ textContent }) => textContent)
}

async function untilGone(host: Element, name: string) {
  for (let waits = 0; buttonNames(host).includes(name) && waits < 100; waits++) await act(() => wait(5))
  expect(buttonNames(host)).not.toContain(name)
}
