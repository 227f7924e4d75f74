import { useState } from 'react'
import { Button } from '../../parts/forms/button.tsx'
import { canMakePasskeys } from '../../parts/passkeys/use-add-passkey.ts'
import { usePortalWords } from '../../words/portal/index.ts'
import { useCurrentPortal } from '../current-portal.ts'
import { AddPasskey } from './add-passkey.tsx'

const offeredKey = 'atelier.passkey-offered'
const wasOffered = () => localStorage.getItem(offeredKey) !== null

/** Offers a passkey once in this browser, to a person who has approved something and has none. */
export const PasskeyAfterApproval = () => {
  const words = usePortalWords().passkeyOffer
  const { passkeys } = useCurrentPortal().me
  const [isOver, setOver] = useState(wasOffered)
  const end = () => {
    localStorage.setItem(offeredKey, '1')
    setOver(true)
  }
  if (isOver || !canMakePasskeys || passkeys > 0) return null
  return (
    <section className="panel pad stack" aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className="soft">{words.text}</p>
      <AddPasskey onAdded={end}>
        <Button variant="plain" onClick={end}>
          {words.later}
        </Button>
      </AddPasskey>
    </section>
  )
}
