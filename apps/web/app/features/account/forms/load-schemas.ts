import { loadAwaited } from '../../../data/late/awaited-parts.tsx'

// The pages with these forms open without their rules, which are as large as the pages.

export const loadSignInSchemas = () => loadAwaited(() => import('./sign-in-schemas.ts'))

export const loadSignUpSchema = () => loadAwaited(() => import('../session/sign-up-schema.ts'))
