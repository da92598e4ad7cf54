import { createCallIdentity } from './call-identity.ts'

// All that asks the identity gateway and keeps what it answers, in one piece to be fetched.
export { confirmForgotPassword, forgotPassword } from './reset-password.ts'
export { signIn } from './sign-in.ts'
export { signOut } from './sign-out.ts'
export { confirmSignUp, resendCode, signUp } from './sign-up.ts'
export { createStoredSession } from './stored-session.ts'
export { refreshTokens } from './tokens.ts'

export const callIdentity = createCallIdentity((url, init) => fetch(url, init))
