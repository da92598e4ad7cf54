// These keys are in a module without zod, because most pages only check whether a session is stored.
export const CURRENT_USER_KEY = 'nashta.current-user'
export const TOKENS_KEY = 'nashta.tokens'
