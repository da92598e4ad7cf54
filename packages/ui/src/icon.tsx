/** Stroke paths in a view box of 24 by 24. */
const PATHS = {
  menu: 'M4 7h16M4 12h16M4 17h10',
  close: 'm6 6 12 12M18 6 6 18',
  cart: 'M5.5 8.5h13l-1 10a2 2 0 0 1-2 1.8h-7a2 2 0 0 1-2-1.8l-1-10Zm3.2 3V7.3a3.3 3.3 0 0 1 6.6 0v4.2',
  search: 'M17 11a6 6 0 1 1-12 0 6 6 0 0 1 12 0Zm-1.5 4.5L20 20',
  plus: 'M12 5.5v13M5.5 12h13',
  minus: 'M5.5 12h13',
  user: 'M12 12.2a3.9 3.9 0 1 0 0-7.8 3.9 3.9 0 0 0 0 7.8Zm-7.3 7.6c.9-3 3.8-4.8 7.3-4.8s6.4 1.8 7.3 4.8',
  left: 'm14.5 5.5-6.5 6.5 6.5 6.5',
  right: 'm9.5 5.5 6.5 6.5-6.5 6.5',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5.8v12.4L18 12 8 5.8Z',
  show: 'M2.8 12S6.3 5.8 12 5.8 21.2 12 21.2 12 17.7 18.2 12 18.2 2.8 12 2.8 12ZM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z',
  hide: 'M4 4l16 16M9.6 6.1A8.6 8.6 0 0 1 12 5.8c5.7 0 9.2 6.2 9.2 6.2a17 17 0 0 1-2.5 3.2M6.1 7.9A16.5 16.5 0 0 0 2.8 12s3.5 6.2 9.2 6.2a9 9 0 0 0 3.8-.9',
  mail: 'M4 7.5A1.5 1.5 0 0 1 5.5 6h13A1.5 1.5 0 0 1 20 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 16.5v-9Zm.5.3 7.5 5.7 7.5-5.7',
  chat: 'M4.4 19.6 5.6 16A8 8 0 1 1 8.4 18.7l-4 .9Zm4.8-10.4c0 3.4 2.4 5.8 5.7 5.8l.7-1.8-2-1.1-.9.8a4.4 4.4 0 0 1-1.8-1.8l.8-.9-1-2-1.5 1Z',
  facebook: 'M13.2 20v-7.5m0 0h2.9m-2.9 0H9.9m3.3 0V9.2c0-2 .9-3.2 3.2-3.2',
  /** The logo of the network X. */
  x: 'm5 5 14 14M18.5 5 5.5 19',
}

export type IconName = keyof typeof PATHS

type IconLook = { className?: string }

/** Hidden from screen readers, which read the text beside the icon or the label of its button. */
export function Icon({ name, ...look }: IconLook & { name: IconName }) {
  return <PathIcon path={PATHS[name]} {...look} />
}

/** For an icon that few pages need: its path is loaded with them. */
export function PathIcon({ path, className = 'size-6' }: IconLook & { path: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={`fill-none stroke-current stroke-[1.8] [stroke-linecap:round] [stroke-linejoin:round] ${className}`}
    >
      <path d={path} />
    </svg>
  )
}
