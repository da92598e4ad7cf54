import type { Shop } from './shop.ts'

/** The record of a real shop. */
export function aShop(fields: Partial<Shop> = {}): Shop {
  return {
    legalName: 'Asha Foods Private Limited',
    tradeName: 'Nashta',
    address: '12 MG Road, Kochi 682001',
    state: '32',
    phone: '+914842345678',
    email: 'care@snacks.example',
    fssai: '11223344556677',
    gstin: '32AQGPT3408B1ZA',
    grievanceOfficer: {
      name: 'Meera Nair',
      designation: 'Grievance Officer',
      phone: '+914842345679',
      email: 'grievance@snacks.example',
    },
    returnWindowDays: 7,
    delivery: { zones: [], rest: { delivers: true, fee: 0, freeFrom: 1000, days: 5, cod: true } },
    isDemo: false,
    ...fields,
  }
}
