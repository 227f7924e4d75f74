import { memo, Suspense, useState } from 'react'
import { listClientAccountProjects } from '../../../../../domains/accounts/clients/contract/accounts.ts'
import {
  listClientPortalMembers,
  listClientPortalProjectAccess,
  removeClientPortalMember,
  removeClientPortalProjectAccess,
  setClientPortalProjectAccess,
  updateClientPortalPermissions,
} from '../../../../../domains/accounts/clients/contract/portals.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { hasTyped } from '../../../api/typed-values.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { listMost, usePages, useReadUpTo } from '../../../api/use-pages.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { useOpenRow } from '../../../parts/list/use-open-row.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { PartialRows } from '../../../parts/list/partial-rows.tsx'
import { Person } from '../../../parts/text/person.tsx'
import { RowsSkeleton } from '../../../parts/feedback/skeleton.tsx'
import { SwitchSetting } from '../../../parts/forms/switch.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { levelOf, type Level } from './access-levels.ts'
import { LevelSetting } from './access-level-setting.tsx'
import { of } from './client-input.ts'
import { InviteClient, typedInvitation } from './invite-client.tsx'
import './client-seats.css'

type Seat = Reply<typeof listClientPortalMembers>[number]
interface SeatProps {
  readonly id: string
  readonly seat: Seat
}

/** The people of a customer, each with their access. */
export const ClientSeats = ({ id }: { readonly id: string }) => {
  const words = useSettingsWords().clients
  const { rows: seats, ...rest } = usePages(listClientPortalMembers, of(id))
  const [isInviting, setInviting] = useState(() => hasTyped(typedInvitation(id)))
  return (
    <>
      <ListPage
        actions={
          <Button size="small" aria-expanded={isInviting} onClick={() => setInviting(!isInviting)}>
            {words.inviteOpener}
          </Button>
        }
        title={words.seats}
        text={words.seatsText}
        rows={seats}
        rest={rest}
        textOf={({ name, email }) => `${name} ${email}`}
        label={words.filterPeople}
        param="people"
        none={words.noSeats}
      >
        {(seat) => <SeatRow key={seat.userId} id={id} seat={seat} />}
      </ListPage>
      {isInviting ? <InviteClient id={id} /> : null}
    </>
  )
}

const SeatRow = memo(({ id, seat }: SeatProps) => {
  const words = useSettingsWords().clients
  const { userId, name, email } = seat
  const { isOpen, toggle } = useOpenRow(userId, 'seats')
  return (
    <li className="rows-cheap">
      <div className="row person">
        <Person name={name} facts={email}>
          <Button size="small" aria-expanded={isOpen} aria-label={words.accessOf(name)} onClick={toggle}>
            {words.access}
          </Button>
          <ConfirmButton
            size="small"
            aria-label={words.removeOf(name)}
            label={words.remove}
            operation={removeClientPortalMember}
            input={{ params: { id, userId } }}
            title={words.removeTitle(name)}
            verb={words.removeSeat}
            keep={words.keep}
          >
            <p>{words.removeSeatMeans}</p>
          </ConfirmButton>
        </Person>
      </div>
      {isOpen ? (
        <Suspense fallback={<RowsSkeleton rows={1} />}>
          <Access id={id} seat={seat} />
        </Suspense>
      ) : null}
    </li>
  )
})

/**
 * The access of a person: each project of the customer with its level. Nothing counts before the server has sent all.
 */
const Access = ({ id, seat: { userId, canCreateProjects } }: SeatProps) => {
  const words = useSettingsWords().clients
  const { rows: projects, ...rest } = usePages(listClientAccountProjects, of(id))
  const { rows: granted, ...unread } = usePages(listClientPortalProjectAccess, { params: { id, userId } })
  useReadUpTo(unread, listMost)
  const set = useOperation(setClientPortalProjectAccess)
  const unset = useOperation(removeClientPortalProjectAccess)
  const permit = useOperation(updateClientPortalPermissions)
  const choose = (projectId: string, level: Level) => {
    const params = { id, userId, projectId }
    if (level === 'none') unset.mutate({ params })
    else set.mutate({ params, body: { canSteer: level === 'steer' } })
  }
  if (unread.more)
    return unread.error ? <Refusal error={unread.error} onRetry={unread.more} /> : <RowsSkeleton rows={1} />
  return (
    <div className="seat-access">
      <PartialRows rows={projects} rest={rest}>
        {({ id: projectId, name }) => (
          <LevelSetting
            key={projectId}
            name={name}
            level={levelOf(granted.find((one) => one.projectId === projectId))}
            isDisabled={set.isPending || unset.isPending}
            onChoose={(level) => choose(projectId, level)}
          />
        )}
      </PartialRows>
      <SwitchSetting
        label={words.create_}
        hint={words.createHint}
        isOn={canCreateProjects}
        isDisabled={permit.isPending}
        onChange={(isOn) => permit.mutate({ params: { id, userId }, body: { canCreateProjects: isOn } })}
      />
      <Refusal error={set.error ?? unset.error ?? permit.error} />
    </div>
  )
}
