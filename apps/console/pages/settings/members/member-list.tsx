import { memo, useMemo, useState } from 'react'
import {
  removeMember,
  updateMember,
  type listMembers,
  transferOwnership,
} from '../../../../../domains/accounts/workspaces/contract/members.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import type { MorePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Confirm } from '../../../parts/feedback/confirm.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Person } from '../../../parts/text/person.tsx'
import { toast } from '../../../parts/feedback/toast.ts'
import { Options } from '../../../parts/forms/options.tsx'
import { useUndoWords } from '../../../words/undo/index.ts'
import { useRole } from '../../../api/use-role.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { SwitchSetting } from '../../../parts/forms/switch.tsx'

type Member = Reply<typeof listMembers>[number]
const order = { owner: 0, admin: 1, member: 2 } as const

/** The people of the agency: owners first, then administrators, then members. */
export const PeopleSection = ({ members, rest }: { readonly members: readonly Member[]; readonly rest: MorePages }) => {
  const words = useSettingsWords().members
  const sorted = useMemo(
    () => members.toSorted((a, b) => order[a.role] - order[b.role] || a.name.localeCompare(b.name)),
    [members],
  )
  return (
    <section className="sect" aria-label={words.people}>
      <ListPage
        rows={sorted}
        rest={rest}
        textOf={({ name, email }) => `${name} ${email}`}
        label={words.filter}
        noneFits={words.noneFits}
        head={() => (
          <li key="heads" className="row person member row-heads hide-s" aria-hidden="true">
            <div className="who">{words.people}</div>
            <div className="acts">
              <span>{words.since}</span>
              <span>{words.role}</span>
            </div>
          </li>
        )}
      >
        {(member) => <MemberRow key={member.userId} member={member} />}
      </ListPage>
    </section>
  )
}

const MemberRow = memo(({ member }: { readonly member: Member }) => {
  const words = useSettingsWords().members
  const { day } = useFormat()
  const { me, isAdministrator, isOwner } = useRole()
  const { userId, name, email, role, joinedAt } = member
  const isSelf = userId === me.id
  // Another administrator changes a person's role, so that a slip locks no person out.
  const mayChange = !isSelf && isAdministrator && (role !== 'owner' || isOwner)
  return (
    <li className="row person member rows-cheap">
      <Person name={name} tag={isSelf ? words.you : undefined} facts={email}>
        <span className="m hide-s">{day(joinedAt)}</span>
        {mayChange ? <Changes member={member} /> : <span className="m">{words.roles[role]}</span>}
      </Person>
    </li>
  )
})

/** The changes of a member: another role, and the removal. */
const Changes = ({ member }: { readonly member: Member }) => {
  const words = useSettingsWords().members
  const undo = useUndoWords()
  const { isOwner } = useRole()
  const { userId, name, role } = member
  const [openDialog, setOpenDialog] = useState<'removal' | 'ownership'>()
  const close = () => setOpenDialog(undefined)
  const change = useOperation(updateMember)
  const choices = isOwner || role === 'owner' ? (['owner', 'admin', 'member'] as const) : (['admin', 'member'] as const)
  const inputOf = (newRole: 'admin' | 'member') => ({ params: { userId }, body: { role: newRole } })
  const choose = (newRole: typeof role) => {
    if (newRole === 'owner') {
      setOpenDialog('ownership')
      return
    }
    // Making an owner asks first, so no undo makes one.
    const back = role === 'owner' ? undefined : { words: undo, act: () => change.mutateAsync(inputOf(role)) }
    change.mutate(inputOf(newRole), { onSuccess: () => toast(words.nowIs(name, words.roles[newRole]), back) })
  }
  return (
    <>
      <select
        className="input role"
        value={role}
        disabled={change.isPending}
        aria-label={words.roleOf(name)}
        onChange={(event) => choose(event.target.value as typeof role)}
      >
        <Options of={choices} names={words.roles} />
      </select>
      <Button size="small" aria-label={words.removeOf(name)} onClick={() => setOpenDialog('removal')}>
        {words.remove}
      </Button>
      <Refusal error={change.error} />
      {openDialog === 'removal' ? <Removal member={member} onClose={close} /> : null}
      {openDialog === 'ownership' ? <MakeOwner member={member} onClose={close} /> : null}
    </>
  )
}

interface MemberDialogProps {
  readonly member: Member
  readonly onClose: () => void
}

const Removal = ({ member: { userId, name }, onClose }: MemberDialogProps) => {
  const words = useSettingsWords().members
  const remove = useOperation(removeMember)
  return (
    <Confirm
      title={words.removeTitle(name)}
      verb={words.removeAct}
      keep={words.keep}
      onClose={onClose}
      error={remove.error}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { userId } })}
    >
      <ul className="terms">
        {words.removeMeans.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Confirm>
  )
}

/** Makes a person an owner: together with the caller, or in their place. */
const MakeOwner = ({ member: { userId, name }, onClose }: MemberDialogProps) => {
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
