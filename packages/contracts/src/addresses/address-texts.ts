export const ADDRESSES_MAX = 20
export const ADDRESS_BOOK_FULL = `You have ${ADDRESSES_MAX} saved addresses. Please remove one first.`
export const ADDRESS_NOT_FOUND = 'There is no such address'
export const IS_DEFAULT_INVALID = 'isDefault is true or false'
