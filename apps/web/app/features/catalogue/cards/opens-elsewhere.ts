type Press = { metaKey: boolean; ctrlKey: boolean; shiftKey: boolean }

/** Whether a press on a link opens it in another tab or window. */
export function opensElsewhere({ metaKey, ctrlKey, shiftKey }: Press): boolean {
  return metaKey || ctrlKey || shiftKey
}
