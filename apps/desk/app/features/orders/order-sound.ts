import { browserStorage } from '@nashta/browser/storage/browser-storage'
import { useEffect, useRef, useState } from 'react'

const SOUND_KEY = 'nashta.desk-sound'
const TONES_HZ = [660, 880]
const TONE_SECONDS = 0.12
const VOLUME = 0.15
/** An audio context that has not started after this time is blocked by the browser. */
const START_TIMEOUT_MS = 5000
/** An exponential ramp cannot end at 0. */
const SILENT = 0.001

/** Whether this device plays a sound for new orders. It is off until the operator turns it on. */
export function useSoundSetting() {
  const [isOn, setIsOn] = useState(isSoundOn)
  const toggle = () => {
    browserStorage('localStorage').setItem(SOUND_KEY, isOn ? 'off' : 'on')
    setIsOn(!isOn)
    // The operator hears at once whether the browser allows the sound.
    if (!isOn) playChime()
  }
  return { isOn, toggle }
}

const isSoundOn = () => browserStorage('localStorage').getItem(SOUND_KEY) === 'on'

/**
 * Plays the sound, where it is on, whenever a newer order arrives. Order ids grow with time, so the newest id is
 * enough, however many orders have arrived. It is undefined before the list is loaded.
 */
export function useChime(newestId: string | undefined) {
  const lastId = useRef(newestId)
  useEffect(() => {
    const isNewer = newestId !== undefined && lastId.current !== undefined && newestId > lastId.current
    // The setting is read here, because the switch is in another component.
    if (isNewer && isSoundOn()) playChime()
    if (lastId.current === undefined || isNewer) lastId.current = newestId
  }, [newestId])
}

function playChime() {
  const context = new AudioContext()
  for (const [index, hertz] of TONES_HZ.entries()) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    const start = context.currentTime + index * TONE_SECONDS
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(VOLUME, start)
    volume.gain.exponentialRampToValueAtTime(SILENT, start + TONE_SECONDS)
    tone.connect(volume).connect(context.destination)
    tone.start(start)
    tone.stop(start + TONE_SECONDS)
    if (index === TONES_HZ.length - 1) tone.addEventListener('ended', () => void context.close())
  }
  // Before the first click on a page, browsers may block the sound. The event `ended` then never
  // comes, so the context is closed here.
  setTimeout(() => {
    if (context.state === 'suspended') void context.close()
  }, START_TIMEOUT_MS)
}
