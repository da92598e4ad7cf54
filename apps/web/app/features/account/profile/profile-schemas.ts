import {
  firstNameField,
  lastNameField,
  newPasswordField,
  passwordField,
  phoneField,
} from '@nashta/contracts/account/account-fields'
import * as z from 'zod/mini'

export const profileForm = z.object({
  firstName: firstNameField,
  lastName: lastNameField,
  phoneNumber: phoneField,
})

export const changePasswordForm = z.object({
  currentPassword: passwordField,
  newPassword: newPasswordField,
})
