import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { deviceOf } from '../../parts/passkeys/device-name.ts'
import { canMakePasskeys, PasskeyNotCreated, useAddPasskey } from '../../parts/passkeys/use-add-passkey.ts'
import { usePortalWords } from '../../words/portal/index.ts'
import { useCurrentPortal } from '../current-portal.ts'
import { PortalError } from './portal-error.tsx'

const offeredKey = 'atelier.passkey-offered'
const wasOffered = () => localStorage.getItem(offeredKey) !== null

/** Offers a passkey once in this browser, to a person who has approved something and has none. */
export const PasskeyAfterApproval = () => {
  const words = usePortalWords().passkeyOffer
  const { passkeys } = useCurrentPortal().me
  const [isOver, setOver] = useState(wasOffered)
  const add = useAddPasskey()
  const end = () => {
    localStorage.setItem(offeredKey, '1')
    setOver(true)
  }
  if (isOver || !canMakePasskeys || passkeys > 0) return null
  const device = deviceOf(navigator.userAgent)
  const name = device ? words.device(device.browser, device.system) : words.name
  return (
    <section className="panel pad stack" aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className="soft">{words.text}</p>
      {add.error instanceof PasskeyNotCreated ? <p role="alert">{words.notMade}</p> : <PortalError error={add.error} />}
      <div className="line wrap">
        <Button
          icon={Fingerprint}
          isPending={add.isPending}
          pendingText={words.adding}
          onClick={() => add.mutate(name, { onSuccess: end })}
        >
          {words.add}
        </Button>
        <Button variant="plain" onClick={end}>
          {words.later}
        </Button>
      </div>
    </section>
  )
}
