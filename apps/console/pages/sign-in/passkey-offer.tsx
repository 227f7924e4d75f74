import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useEffect } from 'react'
import { getMe } from '../../../../domains/accounts/people/contract/me.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { Button } from '../../parts/forms/button.tsx'
import { useWaysWords } from '../../words/sign-in/index.ts'
import { canMakePasskeys, PasskeyNotCreated, useAddPasskey } from '../../parts/passkeys/use-add-passkey.ts'
import { deviceOf } from '../../parts/passkeys/device-name.ts'
import { SignInFrame, SignInRefusal } from './sign-in-frame.tsx'

/** Offers a passkey after sign-in to a person without one; others, and browsers without passkeys, continue at once. */
export const PasskeyOffer = ({ title, onDone }: { readonly title: string; readonly onDone: () => void }) => {
  const words = useWaysWords().passkey
  const { data: me, isError } = useLateReply(getMe)
  const add = useAddPasskey()
  const isOver = !canMakePasskeys || isError || (me !== undefined && me.passkeys > 0)
  useEffect(() => {
    if (isOver) onDone()
  }, [isOver, onDone])
  if (isOver || !me) return <SignInFrame title={title} />
  const here = deviceOf(navigator.userAgent)
  const name = here ? words.device(here.browser, here.system) : words.name
  return (
    <SignInFrame title={title} text={words.text}>
      {add.error instanceof PasskeyNotCreated ? (
        <p role="alert">{words.notMade}</p>
      ) : (
        <SignInRefusal error={add.error} />
      )}
      <Button
        variant="primary"
        isFullWidth
        icon={Fingerprint}
        isPending={add.isPending}
        pendingText={words.adding}
        onClick={() => add.mutate(name)}
      >
        {words.add}
      </Button>
      <Button isFullWidth onClick={onDone}>
        {words.later}
      </Button>
    </SignInFrame>
  )
}
