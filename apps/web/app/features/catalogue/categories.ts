/** The shelves of the store, in the order people walk along them. */
export const CATEGORIES: readonly string[] = ['Donuts', 'Chips', 'Chocolates', 'Nuts & Treats']
