import { guardStorage } from '@nashta/browser/storage/browser-storage'
import { errorOfResponse } from '@nashta/contracts/api/shop-error'
import { expect, it } from 'vitest'
import type { FetchPincode } from './fetch-pincode.ts'
import { createKnownDelivery } from './known-delivery.ts'

const details = (pincode: string) => ({
  pincode,
  places: [],
  delivery: { serviceable: true, fee: 49, days: 5, by: '2026-01-06T12:00:00Z', cod: true },
})

function setup(fetchPincode: FetchPincode = async (pincode) => details(pincode)) {
  const stored = new Map<string, string>()
  const storage = guardStorage({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  })
  const clock = { now: 0 }
  const fetched: string[] = []
  /** Each page has only the stored pincode in common with the others. */
  const openPage = () =>
    createKnownDelivery({
      storage,
      now: () => clock.now,
      fetchPincode: (pincode, state) => {
        fetched.push(pincode)
        return fetchPincode(pincode, state)
      },
    })
  return { stored, clock, fetched, openPage }
}

it('a chosen pincode is known on the next page, and only the pincode is stored', async () => {
  const { stored, openPage, fetched } = setup()
  await openPage().choosePincode('560001')
  expect([...stored]).toEqual([['nashta.pincode', '560001']])

  const next = openPage()
  expect(next.read()).toEqual({ pincode: '560001', details: null, status: 'loading' })
  await next.refresh()
  expect(next.read()).toEqual({ pincode: '560001', details: details('560001'), status: 'loaded' })
  expect(fetched).toEqual(['560001', '560001'])
})

it('the terms of delivery are fetched again once they are a minute old', async () => {
  const { clock, openPage, fetched } = setup()
  const known = openPage()
  await known.choosePincode('560001')
  await known.choosePincode('560001')
  await known.refresh()
  expect(fetched).toHaveLength(1)
  clock.now += 60_000
  await known.refresh()
  expect(fetched).toHaveLength(2)
})

it('an unknown pincode has the status `missing`, and is not stored for the next page', async () => {
  const { stored, openPage } = setup(() => Promise.reject(errorOfResponse(404, {})))
  const known = openPage()
  await known.choosePincode('999999')
  expect(known.read()).toMatchObject({ status: 'missing', details: null })
  expect(stored.size).toBe(0)
})

it('a late reply for an earlier pincode does not replace the later pincode', async () => {
  const replies = new Map<string, () => void>()
  const { openPage } = setup(
    (pincode) => new Promise((resolve) => replies.set(pincode, () => resolve(details(pincode)))),
  )
  const known = openPage()
  const first = known.choosePincode('560001')
  const second = known.choosePincode('110001')
  replies.get('110001')?.()
  await second
  replies.get('560001')?.()
  await first
  expect(known.read()?.details?.pincode).toBe('110001')
})

it('a stored text that is no pincode is ignored', () => {
  const { stored, openPage } = setup()
  stored.set('nashta.pincode', '<script>')
  expect(openPage().read()).toBeNull()
})

it('a pincode that does not exist is not filled in at checkout', async () => {
  const { openPage } = setup(async (pincode) => {
    if (pincode === '999999') throw errorOfResponse(404, { code: 'PINCODE_NOT_FOUND', message: 'No' })
    return details(pincode)
  })
  const page = openPage()
  expect(page.readExistingPincode()).toBe('')
  await page.choosePincode('560001')
  expect(page.readExistingPincode()).toBe('560001')
  await page.choosePincode('999999')
  expect(page.readExistingPincode()).toBe('')
})
