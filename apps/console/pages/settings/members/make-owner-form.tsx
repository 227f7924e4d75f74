import { useState } from 'react'
import { transferOwnership } from '../../../../../domains/accounts/workspaces/contract/members.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Confirm } from '../../../parts/confirm.tsx'
import { SwitchSetting } from '../../../parts/switch.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'

interface MakeOwnerProps {
  readonly member: { readonly userId: string; readonly name: string }
  readonly onClose: () => void
}

/** Makes a person an owner: together with the caller, or in their place. */
export const MakeOwner = ({ member: { userId, name }, onClose }: MakeOwnerProps) => {
  const words = useSettingsWords().members
  const [remainOwner, setRemain] = useState(true)
  const hand = useOperation(transferOwnership, { then: onClose })
  return (
    <Confirm
      title={words.ownerTitle(name)}
      verb={words.ownerAct}
      keep={words.ownerKeep}
      onClose={onClose}
      error={hand.error}
      isBusy={hand.isPending}
      onConfirm={() => hand.mutate({ params: { userId }, body: { remainOwner } })}
    >
      <p>{words.ownerMeans}</p>
      <SwitchSetting label={words.remain} hint={words.remainHint} isOn={remainOwner} onChange={setRemain} />
    </Confirm>
  )
}
