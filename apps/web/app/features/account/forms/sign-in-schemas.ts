import {
  confirmationCodeField,
  emailField,
  newPasswordField,
  passwordField,
} from '@nashta/contracts/account/account-fields'
import * as z from 'zod/mini'

export const signInSchema = z.object({
  email: emailField,
  password: passwordField,
  rememberMe: z.prefault(z.boolean(), false),
})

export const confirmEmailSchema = z.object({ code: confirmationCodeField })

export const forgotPasswordSchema = z.object({ email: emailField })

export const resetPasswordSchema = z.object({ code: confirmationCodeField, newPassword: newPasswordField })

/** The link of the mail contains a token, so the shopper types no code. */
export const resetByLinkSchema = z.object({ newPassword: newPasswordField })
