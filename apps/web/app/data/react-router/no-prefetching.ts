/**
 * Replaces React Router's module of these functions (vite.config.ts), which fetch the styles of a page
 * before it opens. All pages share one style sheet.
 */
export async function prefetchRouteCss() {}

export async function prefetchStyleLinks() {}
