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
