import type { Shop } from '@nashta/contracts/shop/shop'

/** The shop's record until an admin stores the real one. Its texts are visibly placeholders. */
export const DEMO_SHOP: Shop = {
  legalName: 'Demo Snack Shop (not a real business)',
  tradeName: 'Nashta',
  address: 'No real address, Bengaluru 560001',
  // The GST code of Karnataka.
  state: '29',
  phone: '+910000000000',
  email: 'care@demo.invalid',
  fssai: '00000000000000',
  grievanceOfficer: {
    name: 'Demo Officer',
    designation: 'Grievance Officer (demo)',
    phone: '+910000000000',
    email: 'grievance@demo.invalid',
  },
  returnWindowDays: 7,
  // The specification's terms: delivery everywhere, free, in five days, also with cash on delivery.
  // `freeFrom` has an effect only after an admin has set a fee.
  delivery: { zones: [], rest: { delivers: true, fee: 0, freeFrom: 1000, days: 5, cod: true } },
  isDemo: true,
}
