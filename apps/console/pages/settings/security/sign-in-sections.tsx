import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useState } from 'react'
import {
  removePasskey,
  renamePasskey,
  type listMyPasskeys,
} from '../../../../../domains/accounts/people/contract/sign-in/passkeys.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useFormat, useAges } from '../../../format.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { Section } from '../../../parts/section.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { canMakePasskeys, PasskeyNotCreated, useAddPasskey } from '../../../parts/passkeys/use-add-passkey.ts'
import { deviceOf } from '../../../parts/passkeys/device-name.ts'
import { FreshSignInRefusal } from './fresh-sign-in-refusal.tsx'
import { useMutation } from '@tanstack/react-query'
import { revokeMySession, type listMySessions } from '../../../../../domains/accounts/people/contract/me.ts'
import { call } from '../../../api/client.ts'
import { queries } from '../../../api/queries.ts'
import { refreshAfter } from '../../../api/stale.ts'
import type { MorePages } from '../../../api/use-pages.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { PartialRows } from '../../../parts/list/partial-rows.tsx'
import { toast } from '../../../parts/feedback/toast.ts'
import { Joined } from '../../../parts/text/joined.tsx'

type Passkey = Reply<typeof listMyPasskeys>[number]

/** The passkeys of a person, and a new one. */
export const PasskeysSection = ({ passkeys }: { readonly passkeys: readonly Passkey[] }) => {
  const words = useSettingsWords().security
  const add = useAddPasskey()
  const here = deviceOf(navigator.userAgent)
  const name = here ? words.device(here.browser, here.system) : words.passkeys
  const adding = (
    <Button
      icon={Fingerprint}
      variant={passkeys.length === 0 ? 'primary' : 'outline'}
      isPending={add.isPending}
      pendingText={words.adding}
      onClick={() => add.mutate(name)}
    >
      {words.addPasskey}
    </Button>
  )
  return (
    <Section
      title={words.passkeys}
      text={words.passkeysText}
      action={canMakePasskeys && passkeys.length > 0 ? adding : null}
    >
      {add.error instanceof PasskeyNotCreated ? (
        <p role="alert">{words.notMade}</p>
      ) : (
        <FreshSignInRefusal error={add.error} />
      )}
      <div className="panel rows">
        {passkeys.length === 0 ? (
          <div className="pad line wrap">
            <p className="grow">{canMakePasskeys ? words.noPasskeys : words.notHere}</p>
            {canMakePasskeys ? adding : null}
          </div>
        ) : (
          passkeys.map((passkey) => <PasskeyRow key={passkey.id} passkey={passkey} isLast={passkeys.length === 1} />)
        )}
      </div>
    </Section>
  )
}

const PasskeyRow = ({ passkey, isLast }: { readonly passkey: Passkey; readonly isLast: boolean }) => {
  const words = useSettingsWords().security
  const { day } = useFormat()
  const [isRenaming, setRenaming] = useState(false)
  const name = passkey.name ?? words.unnamed
  if (isRenaming) return <RenameForm passkey={passkey} onDone={() => setRenaming(false)} />
  return (
    <div className="row person">
      <div className="who">
        <b className="cut" dir="auto" title={name}>
          {name}
        </b>
        <span className="quiet">
          {passkey.backedUp ? words.synced : words.oneDevice}&nbsp;· {words.since(day(passkey.createdAt))}
        </span>
      </div>
      <div className="acts">
        <Button size="small" aria-label={words.renameOf(name)} onClick={() => setRenaming(true)}>
          {words.rename}
        </Button>
        <ConfirmButton
          size="small"
          aria-label={words.removeOf(name)}
          label={words.remove}
          operation={removePasskey}
          input={{ body: { id: passkey.id } }}
          title={words.removeTitle(name)}
          keep={words.keepIt}
        >
          <p>{words.removeText}</p>
          {isLast ? <p>{words.removeLast}</p> : null}
        </ConfirmButton>
      </div>
    </div>
  )
}

const RenameForm = ({ passkey, onDone }: { readonly passkey: Passkey; readonly onDone: () => void }) => {
  const words = useSettingsWords().security
  const form = useForm(renamePasskey, {
    saved: { name: passkey.name ?? '' },
    body: ({ name }) => ({ id: passkey.id, name: name.trim() }),
    then: onDone,
  })
  return (
    <Form className="pad stack" error={form.error} onSubmit={form.submit}>
      <DraftField draft={form} field="name" label={words.passkeyName} />
      <FormFoot of={form} verb={words.rename} isDisabled={!form.fields.name.trim()}>
        <Button variant="plain" onClick={onDone}>
          {words.keepIt}
        </Button>
      </FormFoot>
    </Form>
  )
}

type Session = Reply<typeof listMySessions>[number]

interface SessionsProps {
  readonly sessions: readonly Session[]
  readonly rest: MorePages
}

/** Where the person is signed in, this session first. */
export const SessionsSection = ({ sessions, rest }: SessionsProps) => {
  const words = useSettingsWords().security
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  const alike = Map.groupBy(others, ({ ipAddress, userAgent }) => `${ipAddress} ${userAgent}`)
  const end = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const sessionId of ids) await call(revokeMySession, { params: { sessionId } })
    },
    onSuccess: (_, ids) => toast(words.ended(ids.length)),
    onSettled: () => refreshAfter(queries, revokeMySession),
  })
  return (
    <Section
      title={words.sessions}
      text={words.sessionsText}
      action={
        alike.size > 1 ? (
          <Button
            size="small"
            disabled={end.isPending || rest.more !== undefined}
            onClick={() => end.mutate(others.map(({ id }) => id))}
          >
            {words.endOthers}
          </Button>
        ) : null
      }
    >
      <Refusal error={end.error} />
      <div className="panel rows">
        <PartialRows
          rows={[sessions.filter(({ isCurrent }) => isCurrent), ...alike.values()].filter(({ length }) => length > 0)}
          rest={{ ...rest, total: undefined }}
          step={5}
        >
          {(some) => (
            <SessionsRow
              key={some[0]!.id}
              sessions={some}
              isPending={end.isPending}
              onEnd={() => end.mutate(some.map(({ id }) => id))}
            />
          )}
        </PartialRows>
      </div>
    </Section>
  )
}

interface RowProps {
  /** Of one browser at one address, the newest first. */
  readonly sessions: readonly Session[]
  readonly isPending: boolean
  readonly onEnd: () => void
}

const SessionsRow = ({ sessions, isPending, onEnd }: RowProps) => {
  const words = useSettingsWords().security
  const { whole } = useFormat()
  const { age } = useAges()
  const { isCurrent, ipAddress, userAgent, createdAt } = sessions[0]!
  const device = deviceOf(userAgent)
  const name = device ? words.device(device.browser, device.system) : (userAgent?.slice(0, 80) ?? words.unknownDevice)
  return (
    <div className="row person rows-cheap">
      <div className="who">
        <b className="cut" dir="auto" title={userAgent ?? undefined}>
          {name}
        </b>
        <span className="quiet" title={whole(createdAt)}>
          <Joined
            parts={[sessions.length > 1 && words.count(sessions.length), ipAddress, words.begun(age(createdAt))]}
          />
        </span>
      </div>
      <div className="acts">
        {isCurrent ? (
          <span className="tag">{words.thisOne}</span>
        ) : (
          <Button size="small" aria-label={words.endOf(name)} isPending={isPending} onClick={onEnd}>
            {words.end(sessions.length)}
          </Button>
        )}
      </div>
    </div>
  )
}
