import { loadAwaited } from '../../../data/late/awaited-parts.tsx'

// The schemas are as large as the pages of these forms, so they are loaded when a form is first used.

export const loadSignInSchemas = () => loadAwaited(() => import('./sign-in-schemas.ts'))

export const loadSignUpSchema = () => loadAwaited(() => import('../session/sign-up-schema.ts'))
