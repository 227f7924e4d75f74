import { useState } from 'react'
import { renewCodeHost } from '../../../../../domains/code/code-hosts/contract.ts'
import { renewChatChannel } from '../../../../../domains/delivery/chat/contract.ts'
import { renewTracker } from '../../../../../domains/delivery/trackers/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { toast } from '../../../parts/toast.ts'
import { useConnectionWords } from '../../../words/connections/index.ts'
import { credentialBody, type Credential, type CredentialKind } from './credential.ts'
import { CredentialFields } from './credential-fields.tsx'

const renewals = { app: renewCodeHost, codeHost: renewCodeHost, tracker: renewTracker, channel: renewChatChannel }

interface RenewDialogProps {
  readonly kind: CredentialKind
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}

/** Replaces the credential of a connection, which otherwise stays as it is. */
export const RenewDialog = ({ kind, id, name, onClose }: RenewDialogProps) => {
  const words = useConnectionWords()
  const [credential, setCredential] = useState<Credential>({})
  const renew = useOperation(renewals[kind], {
    then: () => {
      onClose()
      toast(words.renewed(name))
    },
  })
  const submit = () => renew.mutate({ params: { id }, body: credentialBody(kind, credential) })
  return (
    <Dialog
      title={words.renewTitle(name)}
      action={words.renew[kind]}
      keep={words.cancel}
      isBusy={renew.isPending}
      error={renew.error}
      onAct={submit}
      onClose={onClose}
    >
      <p>{words.renewText[kind]}</p>
      <CredentialFields kind={kind} credential={credential} onChange={setCredential} />
      <Refusal error={renew.error} />
    </Dialog>
  )
}
