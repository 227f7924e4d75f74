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
import { usePortalChange } from '../use-portal-change.ts'
import { useCurrentPortal } from '../current-portal.ts'
import { portalPaths } from '../../portal-paths.ts'
import { usePortalWords } from '../../words/portal/index.ts'

/** An idea in the client's own words, which becomes a project to talk about. */
export const IdeaForm = () => {
  const words = usePortalWords().idea
  const agency = useAgency()
  const navigate = useNavigate()
  const { slug, accounts: allAccounts } = useCurrentPortal()
  // The client's firm is asked for only if it could be one of several.
  const accounts = allAccounts.filter(({ canCreateProjects }) => canCreateProjects)
  const [accountId, setAccountId] = useState('')
  const isMissing = accounts.length > 1 && accountId === ''
  const form = useFields<{ readonly brief: string; readonly clientAccountId?: string }>(createPortalProject, {
    name: `idea.${slug}`,
    saved: { brief: '' },
    missing: words.missing,
    check: () => ({ clientAccountId: isMissing ? words.missingAccount : undefined }),
  })
  const brief = form.fields.brief.trim()
  const send = usePortalChange(createPortalProject, async ({ id }) => {
    form.clear()
    await navigate(portalPaths.project(slug, id))
  })
  const body = { brief, ...(accountId && { clientAccountId: accountId }) }
  const submit = () => form.sendTo(() => send.mutate({ body }))
  return (
    <section className="sect">
      <h2>{words.title}</h2>
      <p className="small">{words.text(agency.name)}</p>
      <Form className="stack" error={send.error} onSubmit={submit}>
        <TextArea {...inputOf(form, 'brief')} label={words.label} rows={2} />
        {accounts.length > 1 ? (
          <SelectField
            name="clientAccountId"
            label={words.account}
            value={accountId}
            wrong={form.wrong.clientAccountId}
            onChange={(event) => setAccountId(event.target.value)}
          >
            <option value="">{words.choose}</option>
            <NamedOptions of={accounts} />
          </SelectField>
        ) : null}
        <PortalError error={send.error} />
        <Button type="submit" isPending={send.isPending} pendingText={words.sending}>
          {words.send}
        </Button>
      </Form>
    </section>
  )
}
