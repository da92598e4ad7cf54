import * as z from 'zod/mini'
import { confirmationCodeField, emailField, newPasswordField, passwordField } from './account-fields.ts'

export const signInForm = z.object({
  email: emailField,
  password: passwordField,
  rememberMe: z.prefault(z.boolean(), false),
})

export const confirmEmailForm = z.object({ code: confirmationCodeField })

export const forgotPasswordForm = z.object({ email: emailField })

export const resetPasswordForm = z.object({ code: confirmationCodeField, newPassword: newPasswordField })

export type SignInForm = z.output<typeof signInForm>
export type ConfirmEmailForm = z.output<typeof confirmEmailForm>
export type ForgotPasswordForm = z.output<typeof forgotPasswordForm>
export type ResetPasswordForm = z.output<typeof resetPasswordForm>
