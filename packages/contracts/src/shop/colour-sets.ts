/** `deep` is for text on `tint`, and for what is pressed or pointed at. */
type Accent = { accent: string; deep: string; tint: string }

export type ColourSet = {
  label: string
  /** On light pages: the storefront, mails, and the desk by day. */
  light: Accent
  /** On the dark desk. */
  dark: Accent
  /** The ground of the footer. */
  ground: string
}

/**
 * The colours that a shop may choose. The first is that of a new shop. The style sheets
 * `colour-sets.css` of packages/ui and `dark-colours.css` of the desk contain the same values, which
 * a test compares. Another test measures their contrast.
 */
export const COLOUR_SETS = {
  raspberry: {
    label: 'Raspberry',
    light: { accent: '#b3174d', deep: '#8c0f3a', tint: '#fbe1e4' },
    dark: { accent: '#f48fb1', deep: '#f9bdd0', tint: '#4a1c2d' },
    ground: '#3a2019',
  },
  saffron: {
    label: 'Saffron',
    light: { accent: '#a34b08', deep: '#7a3805', tint: '#fde6cf' },
    dark: { accent: '#f6b26b', deep: '#f9d0a3', tint: '#4a2f12' },
    ground: '#3b2410',
  },
  leaf: {
    label: 'Leaf',
    light: { accent: '#2f6b2f', deep: '#1f4f20', tint: '#dff0d8' },
    dark: { accent: '#9ccc8a', deep: '#c5e5b8', tint: '#22381c' },
    ground: '#1f2e1a',
  },
  peacock: {
    label: 'Peacock',
    light: { accent: '#0b6478', deep: '#084a59', tint: '#d6eef2' },
    dark: { accent: '#7cc7d8', deep: '#b0e0ea', tint: '#123440' },
    ground: '#122c34',
  },
  plum: {
    label: 'Plum',
    light: { accent: '#7a2a80', deep: '#5a1b60', tint: '#f3e0f5' },
    dark: { accent: '#d69bdc', deep: '#e8c6ec', tint: '#3b1c40' },
    ground: '#2e1a33',
  },
  indigo: {
    label: 'Indigo',
    light: { accent: '#3a3f8f', deep: '#282c6b', tint: '#e3e4f7' },
    dark: { accent: '#a9aef0', deep: '#cfd2f8', tint: '#25284f' },
    ground: '#1e2040',
  },
} as const satisfies Record<string, ColourSet>

export type ColourSetName = keyof typeof COLOUR_SETS

export const COLOUR_SET_NAMES = Object.keys(COLOUR_SETS).filter(isColourSet)

export const DEFAULT_COLOURS: ColourSetName = 'raspberry'

export function isColourSet(name: string): name is ColourSetName {
  return Object.hasOwn(COLOUR_SETS, name)
}

/** The colours of a shop. A name that this release does not know counts as the default. */
export function coloursOf(shop: { colours?: string | undefined } | null): ColourSetName {
  const { colours = '' } = shop ?? {}
  return isColourSet(colours) ? colours : DEFAULT_COLOURS
}
