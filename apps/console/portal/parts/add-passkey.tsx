import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import type { ReactNode } from 'react'
import { Button } from '../../parts/forms/button.tsx'
import { deviceOf } from '../../parts/passkeys/device-name.ts'
import { canMakePasskeys, PasskeyNotCreated, useAddPasskey } from '../../parts/passkeys/use-add-passkey.ts'
import { usePortalWords } from '../../words/portal/index.ts'
import { PortalError } from './portal-error.tsx'

interface AddPasskeyProps {
  readonly onAdded?: () => void
  /** Beside the button. */
  readonly children?: ReactNode
}

/** Makes a passkey of this device; what went wrong is above. */
export const AddPasskey = ({ onAdded, children }: AddPasskeyProps) => {
  const words = usePortalWords().passkeyOffer
  const add = useAddPasskey()
  const device = deviceOf(navigator.userAgent)
  const name = device ? words.device(device.browser, device.system) : words.name
  return (
    <>
      {add.error instanceof PasskeyNotCreated ? <p role="alert">{words.notMade}</p> : <PortalError error={add.error} />}
      <div className="line wrap">
        {canMakePasskeys ? (
          <Button
            icon={Fingerprint}
            isPending={add.isPending}
            pendingText={words.adding}
            onClick={() => add.mutate(name, { onSuccess: onAdded })}
          >
            {words.add}
          </Button>
        ) : null}
        {children}
      </div>
    </>
  )
}
