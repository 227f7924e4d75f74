import { useState } from 'react'
import { useNavigate } from 'react-router'
import { createPortalProject } from '../../../../domains/accounts/clients/contract.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField, TextArea } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { useDraft } from '../../parts/use-draft.ts'
import { NamedOptions } from '../../parts/options.tsx'
import { useAgency } from './use-agency.tsx'
import { PortalError } from './portal-error.tsx'
import { useChange } from '../../api/use-change.ts'
import { usePortalCall, useCurrentPortal } from '../current-portal.ts'
import { portalPaths } from '../../portal-paths.ts'
import { usePortalWords } from '../../words/portal/index.ts'

const briefMost = 5_000

/** An idea in the client's own words, which becomes a project to talk about. */
export const IdeaForm = () => {
  const words = usePortalWords().idea
  const agency = useAgency()
  const navigate = useNavigate()
  const { slug } = useCurrentPortal()
  const call = usePortalCall()
  const draft = useDraft(`idea.${slug}`, { brief: '' })
  const { brief } = draft.fields
  const account = useAccount()
  const [isChecked, setChecked] = useState(false)
  const send = useChange(
    () =>
      call(createPortalProject, { body: { brief: brief.trim(), ...(account.id && { clientAccountId: account.id }) } }),
    {
      calls: [createPortalProject],
      then: async ({ id }) => {
        draft.clear()
        await navigate(portalPaths.project(slug, id))
      },
    },
  )
  const submit = () => {
    setChecked(true)
    if (brief.trim() && !account.isMissing) send.mutate(undefined)
  }
  return (
    <section className="sect">
      <h2>{words.title}</h2>
      <p className="small">{words.text(agency.name)}</p>
      <Form className="stack" error={send.error} onSubmit={submit}>
        <TextArea
          name="brief"
          label={words.label}
          maxLength={briefMost}
          rows={2}
          value={brief}
          wrong={isChecked && !brief.trim() ? words.missing : undefined}
          onChange={(event) => draft.set('brief', event.target.value)}
        />
        {account.choices.length > 1 ? <AccountField account={account} isChecked={isChecked} /> : null}
        <PortalError error={send.error} />
        <Button type="submit" isPending={send.isPending} pendingText={words.sending}>
          {words.send}
        </Button>
      </Form>
    </section>
  )
}

/** For which of the client's firms the idea is; asked only where several could be meant. */
const useAccount = () => {
  const choices = useCurrentPortal().accounts.filter(({ canCreateProjects }) => canCreateProjects)
  const [id, choose] = useState('')
  return { choices, id, choose, isMissing: choices.length > 1 && id === '' }
}

interface AccountFieldProps {
  readonly account: ReturnType<typeof useAccount>
  readonly isChecked: boolean
}

const AccountField = ({ account: { choices, id, choose, isMissing }, isChecked }: AccountFieldProps) => {
  const words = usePortalWords().idea
  return (
    <SelectField
      name="clientAccountId"
      label={words.account}
      value={id}
      wrong={isChecked && isMissing ? words.missingAccount : undefined}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">{words.choose}</option>
      <NamedOptions of={choices} />
    </SelectField>
  )
}
