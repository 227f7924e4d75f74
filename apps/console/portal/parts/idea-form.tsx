import { useState } from 'react'
import { useNavigate } from 'react-router'
import { createPortalProject } from '../../../../domains/accounts/clients/contract.ts'
import { Button } from '../../parts/forms/button.tsx'
import { inputOf } from '../../parts/forms/draft-field.tsx'
import { SelectField, TextArea } from '../../parts/forms/field.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { useFields } from '../../parts/forms/use-form.ts'
import { NamedOptions } from '../../parts/forms/options.tsx'
import { useAgency } from './use-agency.tsx'
import { PortalError } from './portal-error.tsx'
import { useChange } from '../../api/use-change.ts'
import { usePortalCall, useCurrentPortal } from '../current-portal.ts'
import { portalPaths } from '../../portal-paths.ts'
import { usePortalWords } from '../../words/portal/index.ts'

/** An idea in the client's own words, which becomes a project to talk about. */
export const IdeaForm = () => {
  const words = usePortalWords().idea
  const agency = useAgency()
  const navigate = useNavigate()
  const { slug } = useCurrentPortal()
  const call = usePortalCall()
  const account = useAccount()
  const form = useFields<{ readonly brief: string; readonly clientAccountId?: string }>(createPortalProject, {
    name: `idea.${slug}`,
    saved: { brief: '' },
    missing: words.missing,
    check: () => ({ clientAccountId: account.isMissing ? words.missingAccount : undefined }),
  })
  const brief = form.fields.brief.trim()
  const send = useChange(
    () => call(createPortalProject, { body: { brief, ...(account.id && { clientAccountId: account.id }) } }),
    {
      calls: [createPortalProject],
      then: async ({ id }) => {
        form.clear()
        await navigate(portalPaths.project(slug, id))
      },
    },
  )
  const submit = () => form.sendTo(() => send.mutate(undefined))
  return (
    <section className="sect">
      <h2>{words.title}</h2>
      <p className="small">{words.text(agency.name)}</p>
      <Form className="stack" error={send.error} onSubmit={submit}>
        <TextArea {...inputOf(form, 'brief')} label={words.label} rows={2} />
        {account.choices.length > 1 ? <AccountField account={account} wrong={form.wrong.clientAccountId} /> : null}
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
  readonly wrong: string | undefined
}

const AccountField = ({ account: { choices, id, choose }, wrong }: AccountFieldProps) => {
  const words = usePortalWords().idea
  return (
    <SelectField
      name="clientAccountId"
      label={words.account}
      value={id}
      wrong={wrong}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">{words.choose}</option>
      <NamedOptions of={choices} />
    </SelectField>
  )
}
