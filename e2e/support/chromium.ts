const BACKGROUND_OFF = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const executablePath = process.env['CHROMIUM_PATH'] ?? ''

/** A fresh store resizes every picture on its first visit, which takes long; most journeys are not about pictures. */
export const withoutPictures = {
  executablePath,
  args: [...BACKGROUND_OFF, '--blink-settings=imagesEnabled=false'],
}

export const withPictures = { executablePath, args: BACKGROUND_OFF }
