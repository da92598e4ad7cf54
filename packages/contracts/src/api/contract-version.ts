/**
 * The version of the calls between pages and store. It is increased when a page of an earlier
 * release could misread a reply, or send what the store misreads. A new field needs no new version.
 */
export const CONTRACT_VERSION = '1'

/** Pages send the version with each call. Other clients need not. */
export const CONTRACT_HEADER = 'nashta-contract'

/** Pages send the id of their release when they ask for the data of another page. */
export const RELEASE_HEADER = 'nashta-release'

export const PAGE_OUTDATED = 'The shop has been updated. Please reload this page.'
