import * as z from 'zod/mini'
import {
  firstNameField,
  lastNameField,
  newPasswordField,
  passwordField,
  phoneField,
} from './account-fields.ts'

export const profileForm = z.object({
  firstName: firstNameField,
  lastName: lastNameField,
  phoneNumber: phoneField,
})

export const changePasswordForm = z.object({
  currentPassword: passwordField,
  newPassword: newPasswordField,
})
