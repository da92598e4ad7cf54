import { downloadFile } from '@nashta/browser/download-file'
import { useCall } from '@nashta/browser/forms/use-call'
import type { Profile } from '@nashta/browser/session/profile'
import { browserStorage } from '@nashta/browser/storage/browser-storage'
import { fileNameOf } from '@nashta/contracts/shop/face'
import { Button } from '@nashta/ui/button'
import { useNavigate } from 'react-router'
import { useFace } from '../../../data/shop/use-face.ts'
import { DRAFTS_KEY } from '../../../data/storage/storage-keys.ts'
import { useAccountClient } from '../session/session-provider.tsx'
import { collectOwnData, deleteAccount } from './account-data.ts'
import { Section } from './section.tsx'
import { ACCOUNT_DELETED, DELETE_ACCOUNT_FAILED, DOWNLOAD_FAILED } from './security-texts.ts'
import { useConfirmIdentity } from './use-confirm-identity.tsx'

const DELETE_TEXTS = {
  title: 'Delete your account?',
  text: 'Your details, your cart and your sign-ins are erased. What tax law needs of past orders stays without your name. This cannot be undone.',
  submitText: 'Delete my account',
}

export function YourDataSection({ profile }: { profile: Profile }) {
  const accountClient = useAccountClient()
  const navigate = useNavigate()
  const face = useFace()
  const { dialog, confirm } = useConfirmIdentity(profile.email)

  const download = useCall(async () => {
    const json = await collectOwnData(accountClient, profile.sub)
    downloadFile(fileNameOf('my-data.json', face?.name), 'application/json', json)
  }, DOWNLOAD_FAILED)

  const erase = useCall(async () => {
    // `deleteAccount` requires a recent sign-in.
    if (!(await confirm(DELETE_TEXTS))) return
    await deleteAccount(accountClient, profile.sub)
    accountClient.session.end()
    browserStorage('sessionStorage').removeItem(DRAFTS_KEY)
    await navigate('/', { state: { message: ACCOUNT_DELETED } })
  }, DELETE_ACCOUNT_FAILED)

  return (
    <Section title="Your data" failure={download.failure ?? erase.failure}>
      <p>Download everything that we store about you, as a JSON file, or delete your account.</p>
      <div className="flex flex-wrap gap-3">
        <Button look="outline" aria-disabled={download.isBusy} onClick={() => void download.run()}>
          Download my data
        </Button>
        <Button look="outline" aria-disabled={erase.isBusy} onClick={() => void erase.run()}>
          Delete my account
        </Button>
      </div>
      {dialog}
    </Section>
  )
}
