import { memo, Suspense, useState } from 'react'
import { listClientAccountProjects } from '../../../../../domains/accounts/clients/contract/accounts.ts'
import {
  listClientPortalMembers,
  listClientPortalProjectAccess,
  removeClientPortalMember,
  removeClientPortalProjectAccess,
  setClientPortalProjectAccess,
  updateClientPortalPermissions,
  inviteClientPortalMember,
  listClientPortalInvitations,
  revokeClientPortalInvitation,
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
import { SwitchSetting, SelectSetting } from '../../../parts/forms/switch.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { levelOf, type Level, grantsOf, levels } from './access-levels.ts'
import { paramsOf } from './client-input.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { Section } from '../../../parts/section.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { InvitationLink } from '../../settings/members/invite-form.tsx'
import { useFormat } from '../../../format.ts'
import { dot } from '../../../parts/text/joined.tsx'
import './client-seats.css'

type Seat = Reply<typeof listClientPortalMembers>[number]
interface SeatProps {
  readonly id: string
  readonly seat: Seat
}

/** The people of a customer, each with their access. */
export const ClientSeats = ({ id }: { readonly id: string }) => {
  const words = useSettingsWords().clients
  const { rows: seats, ...rest } = usePages(listClientPortalMembers, paramsOf(id))
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
  const { rows: projects, ...rest } = usePages(listClientAccountProjects, paramsOf(id))
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

const typedInvitation = (id: string) => `invite.${id}`

/** Invites a person of a customer, with a preview of the portal. */
const InviteClient = ({ id }: { readonly id: string }) => {
  const words = useSettingsWords()
  const { rows: projects, ...rest } = usePages(listClientAccountProjects, paramsOf(id))
  const [chosen, setChosen] = useState<Readonly<Record<string, Level>>>({})
  const [canCreateProjects, setCreate] = useState(false)
  const [sent, setSent] = useState<Reply<typeof inviteClientPortalMember>>()
  const projectGrants = grantsOf(chosen).filter(({ projectId }) => projects.some((one) => one.id === projectId))
  const form = useForm(inviteClientPortalMember, {
    name: typedInvitation(id),
    input: { params: { id } },
    saved: { email: '' },
    body: ({ email }) => ({ email: email.trim(), canCreateProjects, projectGrants }),
    then: (invitation) => {
      setChosen({})
      setSent(invitation)
    },
  })
  return (
    <Section title={words.clients.invite} text={words.clients.inviteText}>
      {sent ? <InvitationLink invitation={sent} onDone={() => setSent(undefined)} /> : null}
      <Form className="panel rows" error={form.error} onSubmit={form.submit}>
        <div className="pad">
          <DraftField draft={form} field="email" label={words.members.email} type="email" autoComplete="off" />
        </div>
        <PartialRows rows={projects} rest={rest}>
          {(project) => (
            <LevelSetting
              key={project.id}
              name={project.name}
              level={chosen[project.id] ?? 'none'}
              onChoose={(level) => setChosen({ ...chosen, [project.id]: level })}
            />
          )}
        </PartialRows>
        <SwitchSetting
          label={words.clients.create_}
          hint={words.clients.createHint}
          isOn={canCreateProjects}
          onChange={setCreate}
        />
        <div className="pad stack">
          <FormFoot of={form} verb={words.members.inviteAct} pendingText={words.members.inviting} />
        </div>
      </Form>
    </Section>
  )
}

interface LevelProps {
  readonly name: string
  readonly level: Level
  readonly isDisabled?: boolean
  readonly onChoose: (level: Level) => void
}

/** A person's level in one project. */
const LevelSetting = ({ name, level, isDisabled = false, onChoose }: LevelProps) => {
  const words = useSettingsWords().clients
  const choices = levels.map((one) => [one, words.levels[one]] as const)
  return (
    <SelectSetting
      label={name}
      hint={words.levelHints[level]}
      chosen={level}
      choices={choices}
      isDisabled={isDisabled}
      onChoose={onChoose}
    />
  )
}

/** Invitations that a customer's people have not accepted. Inviting the same address again replaces one. */
export const ClientInvitations = ({ id }: { readonly id: string }) => {
  const words = useSettingsWords()
  const { day, whole } = useFormat()
  const { rows: invitations, ...rest } = usePages(listClientPortalInvitations, paramsOf(id))
  const revoke = useOperation(revokeClientPortalInvitation)
  const open = invitations.filter(({ status }) => status === 'pending' || status === 'expired')
  if (open.length === 0 && rest.more === undefined) return null
  return (
    <Section title={words.members.open(open.length)}>
      <div className="panel rows">
        <PartialRows rows={open} rest={rest}>
          {({ id: invitationId, email, status, projectGrants, createdAt, expiresAt }) => (
            <div key={invitationId} className="row person rows-cheap">
              <div className="who">
                <b className="cut" dir="auto" title={email}>
                  {email}
                </b>
                <span className="quiet" title={whole(createdAt)}>
                  {[
                    words.clients.projectCount(projectGrants.length),
                    status === 'expired' ? words.members.expired(day(expiresAt)) : words.members.until(day(expiresAt)),
                  ].join(dot)}
                </span>
              </div>
              <div className="acts">
                <Button
                  size="small"
                  aria-label={words.members.revokeOf(email)}
                  isPending={revoke.isPending}
                  onClick={() => revoke.mutate({ params: { id, invitationId } })}
                >
                  {words.members.revoke}
                </Button>
              </div>
            </div>
          )}
        </PartialRows>
      </div>
      <Refusal error={revoke.error} />
    </Section>
  )
}
