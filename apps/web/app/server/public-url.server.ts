import { createContext } from 'react-router'

/** Where people reach the store, such as `https://snacks.example`; whoever serves the pages provides it. */
export const publicUrlContext = createContext<string>()
