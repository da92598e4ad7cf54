import { createContext } from 'react'

/** How much work waits, for the titles of all screens. */
export const WaitingCount = createContext(0)
