import type { ShippingAddress } from './shipping-address.ts'

export const homeAddress: ShippingAddress = {
  fullName: 'Asha Rao',
  addressLine1: '12 MG Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  pincode: '560001',
  phoneNumber: '9876543210',
}
