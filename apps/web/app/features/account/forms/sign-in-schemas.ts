import {
  confirmationCodeField,
  emailField,
  newPasswordField,
  passwordField,
} from '@nashta/contracts/account/account-fields'
import * as z from 'zod/mini'

export const signInForm = z.object({
  email: emailField,
  password: passwordField,
  rememberMe: z.prefault(z.boolean(), false),
})

export const confirmEmailForm = z.object({ code: confirmationCodeField })

export const forgotPasswordForm = z.object({ email: emailField })

export const resetPasswordForm = z.object({ code: confirmationCodeField, newPassword: newPasswordField })

export type SignInForm = z.output<typeof signInForm>
