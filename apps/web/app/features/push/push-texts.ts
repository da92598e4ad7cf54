export const PUSH_LABELS = {
  account: 'Tell me when something happens to my orders',
  order: 'Tell me when something happens to this order',
}
export const PUSH_HINT = 'Each step appears on this device, also while the shop is closed.'
export const PUSH_BLOCKED =
  'Messages of this shop are blocked in the settings of this browser. Allow them there first.'
export const PUSH_MISSING =
  'This browser shows no messages of shops. On an iPhone, first add the shop to the home screen.'
export const PUSH_LOAD_FAILED = 'Whether this device gets messages could not be loaded.'
export const PUSH_CHANGE_FAILED = 'Messages could not be changed. Please try again.'
