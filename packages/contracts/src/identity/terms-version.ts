/**
 * The version of the terms that a shopper accepts at sign-up. A change of what the terms mean needs
 * a new version. A change of their wording alone does not.
 */
export const TERMS_VERSION = '2026-01-01'
