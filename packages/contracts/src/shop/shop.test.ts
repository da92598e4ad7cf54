import { expect, it } from 'vitest'
import { aShop } from './shop.fixture.ts'
import { shopInputSchema } from './shop.ts'

function firstError(fields: object) {
  const [issue] = shopInputSchema.safeParse({ ...aShop(), ...fields }).error?.issues ?? []
  return issue && `${issue.path.join('.')}: ${issue.message}`
}

it("the shop's record is accepted with and without a GSTIN, and trimmed", () => {
  expect(shopInputSchema.parse(aShop({ legalName: ' Asha Foods ' }))).toEqual(
    aShop({ legalName: 'Asha Foods' }),
  )
  const { gstin: _gstin, ...withoutGstin } = aShop()
  expect(shopInputSchema.parse(withoutGstin)).toEqual(withoutGstin)
})

it.each(['32aqgpt3408b1za', ' 32 AQGPT 3408 B 1ZA '])('the GSTIN %j is stored properly', (gstin) => {
  expect(shopInputSchema.parse(aShop({ gstin })).gstin).toBe('32AQGPT3408B1ZA')
})

const zone = { name: 'South', pincodes: ['56'], states: ['29'], ...aShop().delivery.rest }
const withZone = (fields: object) => ({
  delivery: { ...aShop().delivery, zones: [{ ...zone, ...fields }] },
})

it('delivery zones are accepted with and without limits', () => {
  const zones = [zone, { ...zone, fee: 49.5, freeFrom: 0, codMax: 2000, cutOffHour: 0 }]
  const shop = aShop({ delivery: { zones, rest: { ...aShop().delivery.rest, delivers: false } } })
  expect(shopInputSchema.parse(shop)).toEqual(shop)
})

it.each([
  [{ name: '' }, 'name: The name of a zone is one line of 1 to 60 characters'],
  [
    { pincodes: ['056'] },
    'pincodes.0: A zone has up to 200 beginnings of pincodes: 1 to 6 digits, the first not 0',
  ],
  [{ states: ['99'] }, 'states.0: A zone names states by their two-digit GST codes, such as 29'],
  [{ pincodes: [], states: [] }, 'pincodes: A zone needs beginnings of pincodes or states'],
  [{ fee: -1 }, 'fee: A delivery fee is an amount in rupees, with at most two decimals'],
  [{ fee: 1.005 }, 'fee: A delivery fee is an amount in rupees, with at most two decimals'],
  [{ days: 0 }, 'days: Delivery takes a whole number of days, from 1 to 60'],
  [{ cutOffHour: 24 }, 'cutOffHour: A cut-off is a whole hour of the day, from 0 to 23'],
])('a delivery zone is refused with %j', (fields, error) => {
  expect(firstError(withZone(fields))).toBe(`delivery.zones.0.${error}`)
})

const officer = aShop().grievanceOfficer

it.each([
  [{ legalName: ' ' }, 'legalName: A legal name is one line of 1 to 200 characters'],
  [{ tradeName: 'Nashta\r\nBcc: x' }, 'tradeName: A trade name is one line of 1 to 100 characters'],
  [{ address: '12 MG Road' }, 'address: An address is one line of 1 to 300 characters with a pincode'],
  [{ state: '25' }, 'state: State is the two-digit GST code of a state, such as 29'],
  [{ state: 'toString' }, 'state: State is the two-digit GST code of a state, such as 29'],
  [{ phone: 'call us' }, 'phone: A phone number has up to 15 digits and may start with +'],
  [{ email: 'care' }, 'email: An e-mail address is needed, such as care@snacks.example'],
  [{ fssai: '1234' }, 'fssai: An FSSAI licence number has 14 digits'],
  [{ gstin: '32AQGPT3408B1ZB' }, 'gstin: This GSTIN has a wrong character: its check digit does not fit'],
  [{ gstin: '36AAECA0303M1Z0' }, "gstin: A GSTIN begins with the code of the shop's state"],
  [
    { grievanceOfficer: { ...officer, name: '' } },
    'grievanceOfficer.name: A grievance officer has a name, a designation, a phone number and an e-mail address',
  ],
  [{ returnWindowDays: 7.5 }, 'returnWindowDays: The return window is a whole number of days, from 0 to 365'],
  [
    { closedDays: ['26 January'] },
    'closedDays.0: A shop has up to 100 closed days, each once, such as 2026-01-26',
  ],
  [
    { closedDays: ['2026-02-30'] },
    'closedDays.0: A shop has up to 100 closed days, each once, such as 2026-01-26',
  ],
  [
    { closedDays: ['2026-01-26', '2026-01-26'] },
    'closedDays: A shop has up to 100 closed days, each once, such as 2026-01-26',
  ],
  [
    { paymentOrder: ['cash'] },
    'paymentOrder.0: The order of the ways to pay has card, upi, netbanking and cod, each at most once',
  ],
  [
    { paymentOrder: ['cod', 'cod'] },
    'paymentOrder: The order of the ways to pay has card, upi, netbanking and cod, each at most once',
  ],
  [
    { upi: { id: 'asha@okbank', name: 'Asha', merchantCode: '54' } },
    'upi.merchantCode: A merchant category code has four digits, such as 5441',
  ],
  [{ isDemo: 'no' }, 'isDemo: isDemo is true or false'],
])("the shop's record is refused with %j", (fields, error) => {
  expect(firstError(fields)).toBe(error)
})

it.each(Object.keys(aShop()).filter((field) => field !== 'gstin'))(
  "the shop's record is refused without %s",
  (field) => {
    expect(firstError({ [field]: undefined })).toContain(`${field}: `)
  },
)

it("the shop's record is refused with a field that does not exist", () => {
  expect(shopInputSchema.safeParse({ ...aShop(), website: 'x' }).success).toBe(false)
})
