import type { SignUpValues } from '../session/sign-up-schema.ts'

export const ashaSigningUp: SignUpValues = {
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@example.com',
  password: 'samosa-chai',
  confirmPassword: 'samosa-chai',
  birthdate: '1994-02-28',
  gender: 'female',
  phoneNumber: '98765 43210',
  termsAccepted: true,
}
