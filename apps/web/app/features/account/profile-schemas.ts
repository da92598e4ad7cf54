import {
  emailField,
  firstNameField,
  lastNameField,
  newPasswordField,
  passwordField,
  phoneField,
} from '@nashta/contracts/account/account-fields'
import * as z from 'zod/mini'

export const profileSchema = z.object({
  firstName: firstNameField,
  lastName: lastNameField,
  phoneNumber: phoneField,
})

export const changeEmailSchema = z.object({ newEmail: emailField })

export const changePasswordSchema = z.object({
  currentPassword: passwordField,
  newPassword: newPasswordField,
})
