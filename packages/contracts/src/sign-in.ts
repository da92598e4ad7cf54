import * as z from 'zod/mini'
import { confirmationCodeField, emailField, newPasswordField } from './account-fields.ts'
import { PASSWORD_REQUIRED } from './texts/account-fields.ts'

export const signInForm = z.object({
  email: emailField,
  password: z.string(PASSWORD_REQUIRED).check(z.minLength(1, PASSWORD_REQUIRED)),
  rememberMe: z.prefault(z.boolean(), false),
})

export const confirmEmailForm = z.object({ code: confirmationCodeField })

export const forgotPasswordForm = z.object({ email: emailField })

export const resetPasswordForm = z.object({ code: confirmationCodeField, newPassword: newPasswordField })

export type SignInForm = z.output<typeof signInForm>
export type ConfirmEmailForm = z.output<typeof confirmEmailForm>
export type ForgotPasswordForm = z.output<typeof forgotPasswordForm>
export type ResetPasswordForm = z.output<typeof resetPasswordForm>
